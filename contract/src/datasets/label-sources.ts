import { z } from 'zod'
import { count } from '../kernel/fields.ts'
import { type Shape, shapeSources } from '../labels/index.ts'

export const labelSource = z.object({
  source: z.enum(shapeSources),
  /** Model and version that suggested them; empty without one or when unknown. */
  origin: z.string(),
  /** Username of the images' last annotator, for labels drawn or accepted by people; empty when unknown. */
  person: z.string(),
  labels: count,
})
export type LabelSource = z.output<typeof labelSource>

/** Cannot occur in the parts of a source. */
const separator = '\n'

export function labelSourceKey(
  { source, origin = '' }: Pick<Shape, 'source' | 'origin'>,
  person: string | null,
): string {
  return [source, origin, source === 'manual' ? (person ?? '') : '']
    .map((part) => part.replaceAll(separator, ' '))
    .join(separator)
}

export function labelSourcesOf(counts: Iterable<readonly [string, number]>): LabelSource[] {
  const sources = [...counts].flatMap(([key, labels]): LabelSource[] => {
    const [source = 'manual', origin = '', person = ''] = key.split(separator)
    return labels > 0 ? [{ source: source as LabelSource['source'], origin, person, labels }] : []
  })
  return sources.toSorted((one, other) => other.labels - one.labels || (one.origin < other.origin ? -1 : 1))
}
