export { decodePoints, encodePoint } from '../monitoring/history/point-code.ts'
export { summaryOf } from '../monitoring/history/summary.ts'
