/** x⁸ + x⁴ + x³ + x² + 1, the polynomial of QR codes. */
const POLYNOMIAL = 0x11d;

/** The product of two elements of GF(2⁸). */
export function multiply(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >>> 7) * POLYNOMIAL);
    product ^= ((b >>> bit) & 1) * a;
  }
  return product;
}

/** The coefficients of (x − 2⁰)(x − 2¹)…, the highest first, without the leading 1. */
function generator(degree: number): readonly number[] {
  const coefficients: number[] = Array.from({ length: degree }, (_, place) => (place === degree - 1 ? 1 : 0));
  let root = 1;
  for (let step = 0; step < degree; step += 1) {
    for (let place = 0; place < degree; place += 1) {
      coefficients[place] = multiply(coefficients[place] ?? 0, root) ^ (coefficients[place + 1] ?? 0);
    }
    root = multiply(root, 2);
  }
  return coefficients;
}

/** What is appended to a block, so that a reader finds and mends errors in it. */
export function errorCorrection(block: readonly number[], length: number): readonly number[] {
  const divisor = generator(length);
  let rest: readonly number[] = divisor.map(() => 0);
  for (const byte of block) {
    const factor = byte ^ (rest[0] ?? 0);
    rest = divisor.map((coefficient, place) => (rest[place + 1] ?? 0) ^ multiply(coefficient, factor));
  }
  return rest;
}
