/** Sorts before every character of a path, which keeps a folder's files together. */
const separator = '\u0001'

/**
 * Its binary order is the natural order of paths: `img2` before `img10`, capitals among small letters. Each run of digits becomes
 * its length (3 digits) and the digits without leading zeros. Two paths may share a key; lists break the tie by id.
 */
export function sortKey(path: string): string {
  return path.toLowerCase().replaceAll('/', separator).replaceAll(/\d+/g, numberKey)
}

function numberKey(digits: string): string {
  const significant = digits.replace(/^0+(?=\d)/, '')
  return String(significant.length).padStart(3, '0') + significant
}
