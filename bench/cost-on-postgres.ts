/**
 * Question: how many round trips does issuing take on PostgreSQL, how much processor time and how many bytes of the log,
 * and how long do joined calls wait meanwhile, compared with an earlier commit?
 * Method: as in `before-and-after`, both builds take turns, each in its own process. Round trips are counted on the wire,
 * by a relay. Processor time is that of all processes of the server, as the kernel of Linux counts it. A figure only
 * counts if the numbers are verified to be 1..n. Joined calls, of a host that has begun a transaction itself, and rows
 * of a panel follow one another while two servers with four callers each issue for the same company.
 *
 *     npm run bench -- cost-on-postgres
 *     npm run bench -- cost-on-postgres 51d35e21
 */
import { Relay } from "../test/support/relay.ts";
import { WireRelay } from "../test/support/wire-relay.ts";
import { type ChildProcess, childProcess } from "./child-process.ts";
import type { Costs, Scene } from "./costs-of-build.ts";
import { olderCommit, TODAY, withBuildOf } from "./older-build.ts";
import { withServer } from "./postgres-server.ts";
import { answer, progress } from "./question.ts";
import type { Finding, Measurement, Scale, Target } from "./report.ts";
import { median } from "./workload.ts";

/** In each direction. */
const DELAY_MS = 1;

const BEFORE = olderCommit();

type Named = readonly [name: string, scene: Omit<Scene, "url">, via: "near" | "distant" | "counted", faster?: number];

const ONE = { companies: 1, callers: 1 };

/** The scenes that are measured, with how many times as fast as before they should be. */
function scenes(scale: Scale): readonly Named[] {
  const many = scale === "short" ? 1 : 5;
  return [
    [`one caller, ${DELAY_MS} ms away in each direction`, { ...ONE, invoices: 100 * many }, "distant", 2],
    ["the same, with a key", { ...ONE, invoices: 100 * many, keys: true }, "distant", 2],
    ["one caller on the same machine", { ...ONE, invoices: 200 * many }, "near"],
    ["64 callers of one company", { companies: 1, callers: 64, invoices: 3000 * many }, "near", 1.05],
    ["one caller of each of 64 companies", { companies: 64, callers: 1, invoices: 15 * many }, "near", 1.4],
  ];
}

const COUNTED: readonly Named[] = [
  ["an order", { ...ONE, invoices: 20 }, "counted"],
  ["an order with a key", { ...ONE, invoices: 20, keys: true }, "counted"],
];

await answer((scale: Scale) =>
  withServer(async (server) => {
    const rounds = scale === "short" ? 3 : 9;
    const port = Number(new URL(server.url).port);
    const [distant, counted] = [await Relay.open(port, DELAY_MS), await WireRelay.open(port)];
    const at = (relayPort: number) => Object.assign(new URL(server.url), { port: String(relayPort) }).href;
    const urls = { near: server.url, distant: at(distant.port), counted: at(counted.port) };
    const joined: Named = [
      "",
      { companies: 1, callers: 4, invoices: 0, joined: scale === "short" ? 100 : 500 },
      "near",
    ];
    const findings = await withBuildOf(BEFORE, async (before) => {
      const sides = [before, TODAY].map((dist) => childProcess<Scene, Costs>("costs-of-build.ts", dist, server.url));
      const inTurns = (named: Named, times = rounds) => measureInTurns(sides, named, urls, times);
      try {
        const trips: Measurement[] = [];
        for (const named of COUNTED) trips.push(await roundTrips(sides[1]!, named, urls.counted, counted));
        const costs: { named: Named; figures: Figures }[] = [];
        for (const named of scenes(scale)) costs.push({ named, figures: await inTurns(named) });
        return [
          { title: "round trips of a commit, on the wire", unit: "", rows: trips },
          ...findingsOf(costs),
          waitsOf(await inTurns(joined)),
        ];
      } finally {
        for (const side of sides) side.end();
      }
    });
    await distant.close();
    await counted.close();
    return findings.map((finding) => ({ ...finding, durability: server.durability, rounds }));
  }),
);

type Side = ChildProcess<Scene, Costs>;
type Figures = readonly (readonly [before: Costs, after: Costs])[];
type Urls = Readonly<Record<Named[2], string>>;

/** Both builds in each round, in reversed order every other round. An extra round before the first one warms up. */
async function measureInTurns(sides: readonly Side[], [name, scene, via]: Named, urls: Urls, rounds: number) {
  const figures: [Costs, Costs][] = [];
  for (let round = 0; round <= rounds; round += 1) {
    progress(`${name || "joined calls"}: round ${round} of ${rounds}`);
    const ask = (place: number) => sides[place]!.ask({ ...scene, url: urls[via] });
    const second = round % 2 === 0 ? undefined : await ask(1);
    const first = await ask(0);
    const both: [Costs, Costs] = [first, second ?? (await ask(1))];
    if (round > 0) figures.push(both);
  }
  return figures;
}

/** Round trips of one commit by today's build. What comes before and after the orders is counted without them. */
async function roundTrips(side: Side, [name, scene]: Named, url: string, relay: WireRelay): Promise<Measurement> {
  const tripsOf = async (invoices: number) => {
    relay.roundTrips = 0;
    await side.ask({ ...scene, url, invoices });
    return relay.roundTrips;
  };
  const without = await tripsOf(0);
  const ratio = ((await tripsOf(scene.invoices)) - without) / scene.invoices;
  return { name, ratio, target: { atMost: 1 } };
}

function findingsOf(costs: readonly { named: Named; figures: Figures }[]): Omit<Finding, "durability">[] {
  const table = (unit: string, of: (costs: Costs) => number, target: (named: Named) => Target | undefined) => ({
    title: `today's build against ${BEFORE}`,
    unit,
    rows: costs.map(({ named, figures }) => rowOf(named[0], figures, of, target(named))),
  });
  const faster = ([, , , atLeast]: Named) => (atLeast === undefined ? undefined : { atLeast });
  return [
    table(
      "µs of the server's processor time, each invoice",
      ({ serverUs }) => serverUs,
      () => ({ atMost: 0.75 }),
    ),
    table(
      "µs of Node's processor time, each invoice",
      ({ nodeUs }) => nodeUs,
      () => ({ atMost: 1 }),
    ),
    table(
      "bytes of the server's log, each invoice",
      ({ logBytes }) => logBytes,
      () => ({ atMost: 1.05 }),
    ),
    table("invoices a second", ({ rate }) => rate, faster),
  ];
}

/** What joined calls wait for is the lock of the company, which is never free for long. */
function waitsOf(figures: Figures): Omit<Finding, "durability"> {
  const part =
    (share: number) =>
    ({ joinedMs }: Costs) =>
      joinedMs[Math.floor(joinedMs.length * share)]!;
  return {
    title: `joined calls while two servers issue, against ${BEFORE}`,
    unit: "ms",
    rows: [
      rowOf("half of them take at most", figures, part(0.5)),
      rowOf("99 of 100 take at most", figures, part(0.99)),
    ],
  };
}

function rowOf(name: string, figures: Figures, of: (costs: Costs) => number, target?: Target): Measurement {
  const ratios = figures.map(([before, after]) => of(after) / of(before));
  const spread = { from: Math.min(...ratios), to: Math.max(...ratios) };
  return { name, figure: median(figures.map(([, after]) => of(after))), ratio: median(ratios), spread, target };
}
