import type { ClassMapping, ClassTarget, ImportedClass } from '@vermilion/contract/datasets/imports'
import { labelNameOf, type Label } from '@vermilion/contract/labels/dataset-labels'
import { fail } from '@vermilion/contract/kernel/errors'

export function targetOf(
  { name, colour }: Pick<ImportedClass, 'name' | 'colour'>,
  mapping: ClassMapping,
  labels: readonly Label[],
): ClassTarget {
  if (Object.hasOwn(mapping, name)) return mapping[name] ?? null
  const plain = labelNameOf(name)
  const same = labels.find((label) => label.name === plain && !label.leaving)
  return same?.id ?? { create: plain, ...(colour === null ? {} : { colour }) }
}

export function checkMapping(mapping: ClassMapping, labels: readonly Label[]): void {
  for (const target of Object.values(mapping)) {
    if (typeof target === 'string' && !labels.some(({ id, leaving }) => id === target && !leaving)) {
      throw fail('dataset.label-not-found', { id: target })
    }
  }
}
