/** The attributes of an element, by name; those that are `undefined` are left out. */
export type Attributes = Readonly<Record<string, string | undefined>>;

/** An element as XML; `""` if it is absent. */
export type Xml = string;

/** What XML 1.0 cannot carry, not even escaped: most control characters, lone surrogates, U+FFFE and U+FFFF. */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\r": "&#13;",
};

/** An element with text in it; absent if there is no text. Characters that XML forbids become U+FFFD. */
export function leaf(name: string, content: string | undefined, attributes: Attributes = {}): Xml {
  if (content === undefined || content.trim() === "") return "";
  return `<${name}${written(attributes)}>${escaped(content)}</${name}>`;
}

/** An element with elements in it; absent if none of them is there. */
export function group(name: string, ...children: readonly Xml[]): Xml {
  const content = children.join("");
  return content === "" ? "" : `<${name}>${content}</${name}>`;
}

/** A whole document. */
export function documentOf(root: string, namespaces: Attributes, ...children: readonly Xml[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root}${written(namespaces)}>${children.join("")}</${root}>\n`;
}

function written(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => (value === undefined ? "" : ` ${name}="${escaped(value)}"`))
    .join("");
}

/** Text as XML. Characters that XML forbids become U+FFFD. */
export function escaped(content: string): string {
  return content.replace(FORBIDDEN, "\uFFFD").replace(/[&<>"\r]/g, (character) => ESCAPES[character]!);
}
