import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson } from "../../src/domain/canonical-json.ts";

test("the example of RFC 8785, section 3.2.2", () => {
  const value: unknown = JSON.parse(String.raw`{
    "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
    "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
    "literals": [null, true, false]
  }`);
  expect(canonicalJson(value)).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
      '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  );
});

test("the sorting example of section 3.2.3: by UTF-16 code unit, not by code point", () => {
  const value = {
    "\u20ac": "Euro Sign",
    "\r": "Carriage Return",
    "\ufb33": "Hebrew Letter Dalet With Dagesh",
    "1": "One",
    "\ud83d\ude00": "Emoji: Grinning Face",
    "\u0080": "Control",
    "\u00f6": "Latin Small Letter O With Diaeresis",
  };
  expect(Object.values(JSON.parse(canonicalJson(value)))).toHaveLength(7);
  expect([...canonicalJson(value).matchAll(/:"([^"]+)"/g)].map(([, name]) => name)).toEqual([
    "Carriage Return",
    "One",
    "Control",
    "Latin Small Letter O With Diaeresis",
    "Euro Sign",
    "Emoji: Grinning Face",
    "Hebrew Letter Dalet With Dagesh",
  ]);
});

function doubleOf(bits: string): number {
  return new DataView(new BigUint64Array([BigInt(`0x${bits}`)]).buffer).getFloat64(0, true);
}

// biome-ignore format: a table
test.each([
  ["0000000000000000", "0"],                       ["8000000000000000", "0"],
  ["0000000000000001", "5e-324"],                  ["8000000000000001", "-5e-324"],
  ["7fefffffffffffff", "1.7976931348623157e+308"], ["ffefffffffffffff", "-1.7976931348623157e+308"],
  ["4340000000000000", "9007199254740992"],        ["c340000000000000", "-9007199254740992"],
  ["4430000000000000", "295147905179352830000"],   ["44b52d02c7e14af5", "9.999999999999997e+22"],
  ["44b52d02c7e14af6", "1e+23"],                   ["44b52d02c7e14af7", "1.0000000000000001e+23"],
  ["444b1ae4d6e2ef4e", "999999999999999700000"],   ["444b1ae4d6e2ef4f", "999999999999999900000"],
  ["444b1ae4d6e2ef50", "1e+21"],                   ["3eb0c6f7a0b5ed8c", "9.999999999999997e-7"],
  ["3eb0c6f7a0b5ed8d", "0.000001"],                ["41b3de4355555553", "333333333.3333332"],
  ["41b3de4355555554", "333333333.33333325"],      ["41b3de4355555555", "333333333.3333333"],
  ["41b3de4355555556", "333333333.3333334"],       ["41b3de4355555557", "333333333.33333343"],
  ["becbf647612f3696", "-0.0000033333333333333333"], ["43143ff3c1cb0959", "1424953923781206.2"],
])("the double %s of appendix B is written %s", (bits, text) => {
  expect(canonicalJson(doubleOf(bits))).toBe(text);
});

// The reference implementation's test data, named like its files.
test.each([
  {
    name: "arrays",
    input: '[56, { "d": true, "10": null, "1": [ ] }]',
    output: '[56,{"1":[],"10":null,"d":true}]',
  },
  {
    name: "french",
    input: `{ "peach": "This sorting order", "péché": "is wrong according to French",
      "pêche": "but canonicalization MUST", "sin": "ignore locale" }`,
    output:
      '{"peach":"This sorting order","péché":"is wrong according to French",' +
      '"pêche":"but canonicalization MUST","sin":"ignore locale"}',
  },
  {
    name: "structures",
    input: String.raw`{ "1": {"f": {"f": "hi","F": 5} ,"\n": 56.0}, "10": { }, "": "empty", "a": { },
      "111": [ {"e": "yes","E": "no" } ], "A": { } }`,
    output: String.raw`{"":"empty","1":{"\n":56,"f":{"F":5,"f":"hi"}},"10":{},"111":[{"E":"no","e":"yes"}],"A":{},"a":{}}`,
  },
  {
    name: "unicode",
    input: String.raw`{ "Unnormalized Unicode":"A\u030a" }`,
    output: '{"Unnormalized Unicode":"A\u030a"}',
  },
  {
    name: "values",
    input: String.raw`{ "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/", "literals": [null, true, false] }`,
    output:
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
      String.raw`"string":"€$\u000f\nA'B\"\\\\\"/"}`,
  },
  {
    name: "weird",
    input: String.raw`{ "\u20ac": "Euro Sign", "\r": "Carriage Return", "\u000a": "Newline", "1": "One",
      "\u0080": "Control\u007f", "\ud83d\ude02": "Smiley", "\u00f6": "Latin Small Letter O With Diaeresis",
      "\ufb33": "Hebrew Letter Dalet With Dagesh", "</script>": "Browser Challenge" }`,
    output:
      String.raw`{"\n":"Newline","\r":"Carriage Return","1":"One","</script>":"Browser Challenge",` +
      '"\u0080":"Control\u007f","ö":"Latin Small Letter O With Diaeresis","€":"Euro Sign",' +
      '"\u{1f602}":"Smiley","\ufb33":"Hebrew Letter Dalet With Dagesh"}',
  },
])("the reference's $name is reproduced byte for byte", ({ input, output }) => {
  expect(canonicalJson(JSON.parse(input))).toBe(output);
});

test.each(["\ud800", "\udc00x", "a\ud83d"])(
  "a lone surrogate has no canonical form, as a value or as a name",
  (half) => {
    expect(() => canonicalJson(half)).toThrow(TypeError);
    expect(() => canonicalJson({ deep: [{ [half]: 1 }] })).toThrow(TypeError);
  },
);

test.each([[undefined], [() => 1], [Symbol("x")], [Number.NaN], [Number.POSITIVE_INFINITY]])(
  "%s is not JSON",
  (value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError);
    expect(() => canonicalJson({ deep: [value] })).toThrow(TypeError);
  },
);

test("a bigint is not JSON, and an undefined member is left out", () => {
  expect(() => canonicalJson(1n)).toThrow(TypeError);
  expect(canonicalJson({ b: undefined, a: {} })).toBe('{"a":{}}');
});

test("any JSON value keeps its meaning, and the order of its keys does not matter", () => {
  const reversed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reversed);
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).map(([key, member]) => [key, reversed(member)] as const);
    return Object.fromEntries(entries.reverse());
  };
  const check = (value: unknown) => {
    const text = canonicalJson(value);
    expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
    expect(canonicalJson(reversed(value))).toBe(text);
    expect(canonicalJson(JSON.parse(text))).toBe(text);
  };
  fc.assert(fc.property(fc.jsonValue(), check), { numRuns: 500 });
});
