/**
 * Places two orders through one of the files in this folder, and prints what was written:
 * `node --import tsx docs/examples/orms/run.ts kysely postgres://localhost/shop`
 */
import type { Shop } from "./shop.ts";

const [name, place] = process.argv.slice(2);
if (name === undefined || place === undefined) throw new TypeError("run.ts needs a name and a database");
const { openShop } = (await import(`./${name}.ts`)) as { openShop: (place: string) => Promise<Shop> };

const shop = await openShop(place);
const items = [{ description: "Lamp", quantity: 1, unitPrice: 100 }];
await shop.placeOrder({ clientName: "Kundin", clientCountry: "DE", items });
await shop.placeOrder({ clientName: "Cliente", clientCountry: "ES", clientVatNumber: "ES0", items });
console.table(await shop.orders());
await shop.close();
