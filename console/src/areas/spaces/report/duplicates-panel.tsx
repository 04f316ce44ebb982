import type { SpaceReport } from '@vermilion/contract/space-report'
import { formatNumber, formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { Panel } from '#ui/page.tsx'
import { FilesLink, type Place } from './chart-panel.tsx'
import styles from './report.module.css'
import { text } from './text.ts'

/** The contents that several files have, and what their copies waste. */
export function DuplicatesPanel({ report: { duplicates }, place }: { report: SpaceReport; place: Place }) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const { contents, most } = duplicates
  return (
    <Panel title={t('duplicates')}>
      <p className={styles['quiet']}>
        {contents === 0 ? t('noDuplicates') : t('duplicatesWords', { count: contents })}
      </p>
      {contents > 0 && (
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">{t('name')}</th>
              <th scope="col">{t('copies')}</th>
              <th scope="col">{t('each')}</th>
              <th scope="col">{t('wasted')}</th>
            </tr>
          </thead>
          <tbody>
            {most.map(({ checksum, name, files, size, wastedBytes }) => (
              <tr key={checksum}>
                <td>
                  <FilesLink place={place} filter={{ checksum }}>
                    {name}
                  </FilesLink>
                </td>
                <td>{formatNumber(files, language)}</td>
                <td>{formatSize(size)}</td>
                <td>{formatSize(wastedBytes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  )
}
