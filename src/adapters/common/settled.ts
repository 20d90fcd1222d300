/** For `promise.then(settled, settled)`: the promise that a queue keeps, without the result of its last work. */
export function settled(): undefined {
  return undefined;
}
