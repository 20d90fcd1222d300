/**
 * A function that makes its value when it is first called, and returns the same value from then on. Schemas are made so:
 * loading the library then costs nothing for those of calls that nobody makes.
 */
export function lazy<Value>(make: () => Value): () => Value {
  let made: readonly [Value] | undefined;
  return () => {
    made ??= [make()];
    return made[0];
  };
}
