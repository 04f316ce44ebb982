import type { SearchResult } from '@vermilion/contract/image-search'
import { useMemo } from 'react'
import { useFileContent } from '#areas/files'
import { useText } from '#lib/i18n.ts'
import type { FileView } from '#ui/files/file-view.ts'
import type { CellContent } from '#ui/files/grid/grid-cell.tsx'
import styles from './search.module.css'
import { text } from './text.ts'

/** What the grid and the preview show of results. */
export function useResultContent() {
  const t = useText(text)
  const files = useFileContent()
  return useMemo(() => {
    const likenessOf = ({ likeness }: SearchResult) =>
      likeness === null ? null : `${t('likeness')} ${t('percent', { value: (likeness * 100).toFixed(0) })}`
    const whyOf = ({ matched }: SearchResult) =>
      matched.length === 0 ? [] : [t('matchedIn', { fields: matched.map((field) => t(field)).join(' · ') })]
    return {
      cell(result: SearchResult, view: FileView): CellContent {
        const content = files.cell(result.file, view)
        const likeness = likenessOf(result)
        const [why] = whyOf(result)
        return {
          ...content,
          path: [result.file.path, ...result.datasets.map(({ name }) => name), ...whyOf(result)].join('\n'),
          caption: why ?? content.caption,
          mark: likeness !== null && <span className={styles['likeness']}>{likeness}</span>,
        }
      },
      preview(result: SearchResult) {
        const content = files.preview(result.file)
        const likeness = likenessOf(result) ?? []
        return { ...content, details: [likeness, content.details, whyOf(result)].flat() }
      },
    }
  }, [t, files])
}
