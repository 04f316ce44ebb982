import type { SpaceReport } from '@vermilion/contract/files/space-report'
import { formatNumber, formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { FigureTable } from '#ui/table/figure-table.tsx'
import { Panel } from '#ui/page/page.tsx'
import { FilesLink, type ReportScope } from './rows-panel.tsx'
import { text } from './text.ts'

export function DuplicatesPanel({ report: { duplicates }, scope }: { report: SpaceReport; scope: ReportScope }) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const { contents, most } = duplicates
  return (
    <Panel title={t('duplicates')}>
      <p className="text-secondary">{contents === 0 ? t('noDuplicates') : t('duplicatesWords', { count: contents })}</p>
      {contents > 0 && (
        <FigureTable
          columns={[t('name'), t('copies'), t('each'), t('wasted')]}
          rows={most.map(({ checksum, name, files, size, wastedBytes }) => ({
            key: checksum,
            cells: [
              <FilesLink key="name" scope={scope} filter={{ checksum }}>
                {name}
              </FilesLink>,
              formatNumber(files, language),
              formatSize(size),
              formatSize(wastedBytes),
            ],
          }))}
        />
      )}
    </Panel>
  )
}
