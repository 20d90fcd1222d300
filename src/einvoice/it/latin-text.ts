/** Letters and signs outside Latin-1 whose parts Unicode does not name, and what is written instead. */
const SIGNS: Readonly<Record<string, string>> = {
  ..."€=EUR ‘=' ’=' ‚=' ‛=' “=\" ”=\" „=\" ‟=\" ‹=' ›=' –=- —=- ‐=- ‑=- ‒=- −=- •=- …=... ™=TM №=N. ′=' ″=\" ⁄=/ ×=x"
    .split(" ")
    .reduce(paired, {}),
  ..."Œ=OE œ=oe Ł=L ł=l Đ=D đ=d Ħ=H ħ=h ı=i Ŋ=N ŋ=n Ŧ=T ŧ=t Ÿ=Y ẞ=SS ĸ=k ſ=s Ə=A ə=a".split(" ").reduce(paired, {}),
};

/** Greek by ISO 843, Cyrillic in the letters that most languages share. Capitals follow from the small letters. */
const LETTERS: Readonly<Record<string, string>> = {
  ..."α=a β=v γ=g δ=d ε=e ζ=z η=i θ=th ι=i κ=k λ=l μ=m ν=n ξ=x ο=o π=p ρ=r σ=s ς=s τ=t υ=y φ=f χ=ch ψ=ps ω=o"
    .split(" ")
    .reduce(paired, {}),
  ..."а=a б=b в=v г=g д=d е=e ж=zh з=z и=i й=y к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=h ц=ts ч=ch ш=sh щ=sht"
    .split(" ")
    .reduce(paired, {}),
  ..."ъ=a ы=y ь= э=e ю=yu я=ya ё=yo і=i ї=yi є=ye ґ=g ђ=dj ј=j љ=lj њ=nj ћ=c џ=dz ѓ=gj ќ=kj ѕ=dz ў=u"
    .split(" ")
    .reduce(paired, {}),
};

function paired(all: Record<string, string>, pair: string): Record<string, string> {
  const [from, ...to] = pair.split("=");
  return { ...all, [from!]: to.join("=") };
}

/** A character that no table has. */
const UNKNOWN = "?";

/** The text on one line in the characters of Latin-1, which is all that FatturaPA takes. */
export function latinText(text: string): string {
  return lineOf(text, 0xff);
}

/** The text on one line in ASCII, which FatturaPA wants of numbers and codes. */
export function asciiText(text: string): string {
  return lineOf(text, 0x7f);
}

/** Whether anything of a name could be written. */
export function isReadable(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(latinText(text));
}

function lineOf(text: string, last: number): string {
  const written = Array.from(text.normalize("NFC"), (character) => writtenAs(character, last));
  return written
    .join("")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
}

function writtenAs(character: string, last: number): string {
  const fits = (written: string) => Array.from(written).every((each) => each.codePointAt(0)! <= last);
  if (fits(character) || /[\s\p{Cc}]/u.test(character)) return character;
  const letters = character.normalize("NFKD").replace(/\p{M}/gu, "");
  const known = SIGNS[character] ?? inLatin(character) ?? (letters === character ? undefined : inParts(letters));
  return known !== undefined && fits(known) ? known : (ASCII[character] ?? UNKNOWN);
}

function inParts(letters: string): string {
  return Array.from(letters, (letter) => SIGNS[letter] ?? inLatin(letter) ?? letter).join("");
}

function inLatin(letter: string): string | undefined {
  const small = letter.toLowerCase();
  const latin = LETTERS[small];
  if (latin === undefined || letter === small) return latin;
  return latin.charAt(0).toUpperCase() + latin.slice(1);
}

/** What Latin-1 has and ASCII has not, where it has no parts either. */
const ASCII: Readonly<Record<string, string>> = 'ß=ss Æ=AE æ=ae Ø=O ø=o Ð=D ð=d Þ=TH þ=th «=" »=" °=. ·=. ¿=? ¡=! ×=x'
  .split(" ")
  .reduce(paired, {});
