import { z } from 'zod'
import { count } from '../kernel/fields.ts'
import { type Shape, shapeSources } from '../labels/index.ts'

/** Labels of one source. */
export const labelSource = z.object({
  source: z.enum(shapeSources),
  /** The model that suggested them, with its version; empty where none did, or nobody wrote it down. */
  origin: z.string(),
  /** Username of who labeled their images last, for what people drew or accepted; empty where nobody is known. */
  person: z.string(),
  labels: count,
})
export type LabelSource = z.output<typeof labelSource>

/** Separates the three words of a source; stands in none of them. */
const separator = '\n'

/** A source as one text. */
export function labelSourceKey(
  { source, origin = '' }: Pick<Shape, 'source' | 'origin'>,
  person: string | null,
): string {
  return [source, origin, source === 'manual' ? (person ?? '') : '']
    .map((word) => word.replaceAll(separator, ' '))
    .join(separator)
}

/** Labels by the keys of their sources, the most first. */
export function labelSourcesOf(counts: Iterable<readonly [string, number]>): LabelSource[] {
  const sources = [...counts].flatMap(([key, labels]): LabelSource[] => {
    const [source = 'manual', origin = '', person = ''] = key.split(separator)
    return labels > 0 ? [{ source: source as LabelSource['source'], origin, person, labels }] : []
  })
  return sources.toSorted((one, other) => other.labels - one.labels || (one.origin < other.origin ? -1 : 1))
}
