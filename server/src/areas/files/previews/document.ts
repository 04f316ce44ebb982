import type { Content } from '#platform/http/range'

const mark = '%PDF-'

/** Whether content begins as a PDF does. What only claims to be one is never framed. */
export async function isPdf({ size, open }: Content): Promise<boolean> {
  if (size < mark.length) return false
  const bytes = await (await open({ start: 0, end: mark.length - 1 })).toArray()
  return Buffer.concat(bytes).toString('latin1') === mark
}
