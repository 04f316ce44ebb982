import type { DatasetWork } from '@vermilion/contract/datasets/deleted'
import { formatList } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { visibleName } from '#lib/visible-name.ts'
import { text } from './text.ts'

const maxPeople = 5

export function useWorkDescription() {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  return {
    what: ({ fileCount, annotationCount, versions }: DatasetWork): string =>
      formatList(
        [
          t('labels', { count: annotationCount }),
          t('images', { count: fileCount }),
          ...(versions === 0 ? [] : [t('versions', { count: versions })]),
        ],
        language,
      ),
    /** Empty when no person labeled anything. */
    people({ annotators, annotatorCount }: Pick<DatasetWork, 'annotators' | 'annotatorCount'>): string {
      const named = annotators.slice(0, maxPeople)
      const label = named.map(({ annotator: name, images: count }) => t('person', { name: visibleName(name), count }))
      const others = annotatorCount - named.length
      const list = formatList(label, language)
      return others > 0 ? `${list} ${t('others', { count: others })}` : list
    },
  }
}
