/**
 * The clients of `issue-over-http`, in their own process. Each message says which request to send to which port, and
 * how often. The reply is the number of responses per second, all of which must have the expected status.
 */
import autocannon, { type Options, type Result } from "autocannon";

/** The requests to send, over keep-alive connections. */
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
    url: `http://127.0.0.1:${port}${path}`,
    method,
    headers,
    body,
    connections,
    // Autocannon only checks once per sample whether it is done. The time below is taken from the responses instead.
    amount: requests,
    sampleInt: 20,
    timeout: 60,
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
