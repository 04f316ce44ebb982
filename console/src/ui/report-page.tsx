import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import Button from 'antd/es/button'
import { type ReactNode, useRef } from 'react'
import { useText } from '#lib/i18n.ts'
import { csvOf } from './csv.ts'
import { notify } from './notify.tsx'
import { Figures } from './page.tsx'
import { problemWords } from './problem.ts'
import styles from './report-page.module.css'
import { fileNameOf, pngOf, saveFile } from './save-file.ts'
import { text } from './text.ts'

interface ReportPageProps {
  /** What the report is of; also the name of its files. */
  name: string
  figures: Parameters<typeof Figures>[0]['figures']
  /** What the report says, as a table. */
  table: () => readonly (readonly (string | number | null)[])[]
  /** Whether there is a chart to take away. */
  picture: boolean
  /** Its charts; the first one is downloaded as a picture. */
  children?: ReactNode
}

/** Numbers to be read at a glance, charts that lead to the files behind them, and both to take away. */
export function ReportPage({ name, figures, table, picture, children }: ReportPageProps) {
  const t = useText(text)
  const charts = useRef<HTMLDivElement>(null)
  const savePicture = async () => {
    const chart = charts.current?.querySelector('svg[role="group"]')
    if (!(chart instanceof SVGSVGElement)) return
    try {
      saveFile(`${fileNameOf(name)}.png`, await pngOf(chart))
    } catch (problem) {
      notify.error(problemWords(problem))
    }
  }
  return (
    <>
      <Figures figures={figures} />
      <div ref={charts} className={styles['charts']}>
        {children}
      </div>
      <div className={styles['files']}>
        <CsvButton name={name} table={table} />
        {picture && (
          <Button icon={<DownloadOutlined aria-hidden />} onClick={() => void savePicture()}>
            {t('png')}
          </Button>
        )}
      </div>
    </>
  )
}

/** Saves a table as a file that every spreadsheet reads. */
export function CsvButton({
  name,
  table,
  small = false,
}: Pick<ReportPageProps, 'name' | 'table'> & { small?: boolean }) {
  const t = useText(text)
  const save = () => saveFile(`${fileNameOf(name)}.csv`, new Blob([csvOf(table())], { type: 'text/csv' }))
  return (
    <Button size={small ? 'small' : 'middle'} icon={<DownloadOutlined aria-hidden />} onClick={save}>
      {t('csv')}
    </Button>
  )
}
