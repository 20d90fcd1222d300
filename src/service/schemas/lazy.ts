/** A function that makes its value when it is first called. Schemas are made so, which keeps imports quick. */
export function lazy<Value>(make: () => Value): () => Value {
  let made: readonly [Value] | undefined;
  return () => {
    made ??= [make()];
    return made[0];
  };
}
