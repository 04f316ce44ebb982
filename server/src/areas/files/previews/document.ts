import type { Content } from '#platform/http/range'

const mark = '%PDF-'

/** Only such content is framed. */
export async function isPdf({ size, open }: Content): Promise<boolean> {
  if (size < mark.length) return false
  const bytes = await (await open({ start: 0, end: mark.length - 1 })).toArray()
  return Buffer.concat(bytes).toString('latin1') === mark
}
