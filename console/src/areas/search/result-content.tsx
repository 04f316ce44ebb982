import type { SearchResult } from '@vermilion/contract/image-search'
import { folderOf } from '@vermilion/contract/paths'
import type { Space } from '@vermilion/contract/spaces'
import { useMemo } from 'react'
import { useFileContent } from '#areas/files'
import { useText } from '#lib/i18n.ts'
import { visibleName } from '#lib/visible-name.ts'
import { formatPercent } from '#ui/meter/figures.ts'
import type { FileView } from '#ui/files/file-view.ts'
import type { CellContent } from '#ui/files/grid/grid-cell.tsx'
import { text } from './text.ts'

export function useResultContent(spaces: readonly Pick<Space, 'id' | 'name'>[]) {
  const t = useText(text)
  const files = useFileContent()
  return useMemo(() => {
    const likenessOf = ({ likeness }: SearchResult) => (likeness === null ? null : formatPercent(likeness))
    const whyOf = ({ matched }: SearchResult) =>
      matched.length === 0 ? [] : [t('matchedIn', { fields: matched.map((field) => t(field)).join(' · ') })]
    const placeOf = ({ file: { spaceId, path } }: SearchResult) => {
      const space = spaces.find(({ id }) => id === spaceId)?.name
      return space === undefined ? undefined : [space, folderOf(path)].filter((part) => part !== '').join(' / ')
    }
    return {
      cell(result: SearchResult, view: FileView): CellContent {
        const content = files.cell(result.file, view)
        const likeness = likenessOf(result)
        const [why] = whyOf(result)
        return {
          ...content,
          path: [
            placeOf(result) ?? [],
            visibleName(result.file.path),
            ...result.datasets.map(({ name }) => visibleName(name)),
            ...whyOf(result),
          ]
            .flat()
            .join('\n'),
          caption: [placeOf(result) ?? (why === undefined ? content.caption : []), why ?? []].flat().join(' · '),
          // A score beside the similarity would be confusing.
          score: null,
          mark: likeness !== null && (
            <span
              className="absolute right-6 bottom-6 padding-0-6 radius-6 ground-veil text-white font-12 line-height-20 tabular"
              title={t('likeness')}
            >
              {likeness}
            </span>
          ),
        }
      },
      preview(result: SearchResult) {
        const content = files.preview(result.file)
        const likeness = likenessOf(result)
        return {
          ...content,
          details: [
            likeness === null ? [] : `${t('likeness')} ${likeness}`,
            placeOf(result) ?? [],
            content.details,
            whyOf(result),
          ].flat(),
        }
      },
    }
  }, [t, files, spaces])
}
