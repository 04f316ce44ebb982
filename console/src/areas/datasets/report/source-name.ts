import type { LabelSource } from '@vermilion/contract/datasets/label-sources'
import type { Translate } from '#lib/i18n.ts'
import type { text } from './text.ts'

/** The source of labels: a person, a model with the person who accepted its suggestions, an import or the renderer. */
export function sourceName(
  { source, origin, person }: Omit<LabelSource, 'labels'>,
  t: Translate<typeof text.en>,
): string {
  if (source === 'import') return t('fromImport')
  if (source === 'renderer') return t('fromRenderer')
  if (source === 'model') return origin === '' ? t('fromModel') : t('fromNamedModel', { model: origin })
  const by = person === '' ? t('somebody') : person
  return origin === '' ? t('fromPerson', { person: by }) : t('fromAccepted', { model: origin, person: by })
}
