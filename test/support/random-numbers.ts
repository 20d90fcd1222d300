/**
 * Numbers from 0 up to 1, always the same for a seed. Much cheaper than an arbitrary of fast-check.
 *
 * @see https://en.wikipedia.org/wiki/Linear_congruential_generator
 */
export function* randomNumbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    yield state / 2 ** 32;
  }
}
