/**
 * Clients in a process of their own, for `issue-over-http`: each message names a port, what to ask of it and how often;
 * the answer is how many answers a second came, all of them with the status that was wanted.
 */
import autocannon, { type Options, type Result } from "autocannon";

/** What to send, over so many connections that stay open. */
export interface HttpLoad extends Pick<Options, "body"> {
  readonly port: number;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly status: number;
  readonly connections: number;
  readonly requests: number;
}

process.on("message", async (load: HttpLoad) => process.send!(await answersASecond(load)));

async function answersASecond({ port, method, path, status, connections, requests, body }: HttpLoad): Promise<number> {
  const headers = { authorization: "Bearer secret", "content-type": "application/json" };
  const options: Options = {
    ...{ url: `http://127.0.0.1:${port}${path}`, method, headers, body, connections },
    // Autocannon looks only once in a sample whether it has ended; it is timed by its answers all the same.
    ...{ amount: requests, sampleInt: 20, timeout: 60 },
  };
  let answers = 0;
  let last = 0;
  const start = performance.now();
  const { errors } = await new Promise<Result>((resolve, reject) => {
    const clients = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)));
    clients.on("response", (_client, statusCode) => {
      if (statusCode !== status) return;
      answers += 1;
      last = performance.now();
    });
  });
  if (answers !== requests || errors > 0) {
    throw new Error(`${answers} of ${requests} requests were answered with ${status}, and ${errors} failed`);
  }
  return requests / ((last - start) / 1000);
}
