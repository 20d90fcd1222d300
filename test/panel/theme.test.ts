import { createInvoicing } from "faktura";
import { memoryStore } from "faktura/memory";
import { createPanel, type PanelTheme, panelTables } from "faktura/panel";
import { expect, test } from "vitest";
import { germanProfile, order } from "../support/fixtures.ts";
import { ALL_RIGHTS } from "../support/panel.ts";

async function openPanel(theme: PanelTheme | undefined) {
  const store = memoryStore();
  const invoicing = createInvoicing({ store });
  await invoicing.company("acme").saveProfile(germanProfile());
  const authenticate = () => ({ companies: ["acme"], actor: "tester", can: ALL_RIGHTS });
  const panel = createPanel(invoicing, { authenticate, tables: panelTables(store), theme });
  return (path: string) => panel(new Request(`http://panel.test/panel${path}`));
}

test("a theme's colours are a style sheet of the panel's own, which browsers keep, and its name is on the page", async () => {
  const ask = await openPanel({ name: "Acme <Books>", accent: { light: "#7a1fa2", dark: "#e1a6f5" } });
  const page = await (await ask("/acme")).text();
  expect(page).toContain('<meta name="panel-name" content="Acme &lt;Books&gt;" />');
  const path = /\/panel(\/assets\/theme-[0-9a-f]{8}\.css)/.exec(page)![1]!;
  const answer = await ask(path);
  expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "text/css; charset=utf-8"]);
  expect(answer.headers.get("Cache-Control")).toContain("immutable");
  expect(await answer.text()).toBe(
    ":root { --accent: light-dark(#7a1fa2, #e1a6f5); --on-accent: light-dark(#ffffff, #000000); " +
      "--tint: light-dark(#efe4f4, #32323a); }\n",
  );
});

test("without a theme, the page has one style sheet", async () => {
  const page = await (await (await openPanel(undefined))("/acme")).text();
  expect(page.match(/rel="stylesheet"/g)).toHaveLength(1);
  expect(page).toContain('<meta name="panel-name" content="" />');
});

const DARK = "#62c9bd";

test.each([
  [
    { accent: { light: "#ffcc00", dark: DARK } },
    /^theme\.accent\.light cannot be used: .* contrast of 1\.\d\d on #ffffff.*4\.5\. Choose a darker colour$/,
  ],
  [{ accent: { light: "#747474", dark: DARK } }, /contrast of 4\.\d\d on #/],
  [
    { accent: { light: "#0b5c56", dark: "#0b5c56" } },
    /^theme\.accent\.dark cannot be used: .*Choose a lighter colour$/,
  ],
  [{ accent: { light: "red", dark: DARK } }, "theme.accent.light must be a colour such as #0b5c56"],
  [{ accent: { light: "#0b5c56" } }, "theme.accent.dark must be a colour such as #0b5c56"],
  [{ accent: "#0b5c56" }, "theme.accent must be { light, dark }"],
  [{ name: "" }, "theme.name must be a text of 1 to 60 characters"],
  [{ colour: "red" }, "theme.colour is not an option. theme has name, accent, logo, font, home"],
  [{ name: "A", home: "//evil.test" }, "theme.home must be a path that begins with one slash, or an https address"],
  [{ name: "A", home: "http://evil.test" }, "theme.home must be a path"],
  [{ name: "A", home: "/\t/evil.test" }, "theme.home must be a path"],
  [{ home: "/" }, "theme.home needs theme.name or theme.logo"],
  [{ logo: { type: "text/html", bytes: Buffer.from("x") } }, "theme.logo.type must be one of image/svg+xml"],
  [{ logo: null }, "theme.logo must be { type, bytes }"],
  [{ logo: { type: "image/png", bytes: "x" } }, "theme.logo.bytes must be a Uint8Array"],
  [{ font: { family: 'x"; }' } }, "theme.font.family must be a name"],
  [{ font: { family: "Inter", file: Buffer.from("wOFF") } }, "theme.font.file must be a WOFF2 file"],
])("%j is refused when the panel is created", async (theme, message) => {
  await expect(openPanel(theme as PanelTheme)).rejects.toThrow(message);
  await expect(openPanel(theme as PanelTheme)).rejects.toThrow(TypeError);
});

test("a theme's logo and font are files of the panel's own", async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
  const font = { family: "Acme Sans", file: Buffer.from("wOF2 and more") };
  const ask = await openPanel({ logo: { type: "image/svg+xml", bytes: Buffer.from(svg) }, font, home: "/app" });
  const page = await (await ask("/acme")).text();
  const logo = /"logo":"\/panel(\/assets\/theme-[0-9a-f]{8}\.svg)"/.exec(page)![1]!;
  const style = /\/panel(\/assets\/theme-[0-9a-f]{8}\.css)/.exec(page)![1]!;
  expect(page).toContain('"home":"/app"');
  const drawn = await ask(logo);
  expect([drawn.headers.get("Content-Type"), await drawn.text()]).toEqual(["image/svg+xml", svg]);
  const css = await (await ask(style)).text();
  expect(css).toContain(':root { font-family: "Acme Sans", system-ui, sans-serif; }');
  const file = /url\("(theme-[0-9a-f]{8}\.woff2)"\)/.exec(css)![1]!;
  const served = await ask(`/assets/${file}`);
  expect([served.headers.get("Content-Type"), await served.text()]).toEqual(["font/woff2", "wOF2 and more"]);
});

test("PDF files get the theme's light accent", async () => {
  const store = memoryStore();
  const invoicing = createInvoicing({ store });
  const company = invoicing.company("acme");
  await company.saveProfile(germanProfile());
  const { id } = await company.issue(order());
  const asked: unknown[] = [];
  const panel = createPanel(invoicing, {
    authenticate: () => ({ companies: ["acme"], actor: "tester", can: ALL_RIGHTS }),
    tables: panelTables(store),
    theme: { accent: { light: "#7a1fa2", dark: "#e1a6f5" } },
    render: (_, request) => {
      asked.push(request.accent);
      return new Uint8Array(1);
    },
  });
  expect((await panel(new Request(`http://panel.test/panel/acme/calls/invoices/${id}/files/pdf`))).status).toBe(200);
  expect(asked).toEqual(["#7a1fa2"]);
});
