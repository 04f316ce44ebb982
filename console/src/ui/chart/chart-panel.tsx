import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import Button from 'antd/es/button'
import { type ReactNode, useRef } from 'react'
import { useText } from '#lib/i18n.ts'
import { notify } from '../feedback/notify.tsx'
import { Panel } from '../page/page.tsx'
import { problemWords } from '../feedback/problem.ts'
import { fileNameOf, pngOf, saveFile } from '../export/save-file.ts'
import { text } from '../text.ts'

interface ChartPanelProps {
  title: string
  /** What the chart is of; with its title, the name of its picture. */
  name: string
  /** Above the chart. */
  above?: ReactNode
  /** Stands instead of a chart that would show nothing. */
  empty?: string | undefined
  children: ReactNode
}

/** A chart with its title, to be taken away as a picture. */
export function ChartPanel({ title, name, above, empty, children }: ChartPanelProps) {
  const t = useText(text)
  const holder = useRef<HTMLDivElement>(null)
  const savePicture = async () => {
    const chart = holder.current?.querySelector('svg[role="group"]')
    if (!(chart instanceof SVGSVGElement)) return
    try {
      saveFile(`${fileNameOf(name, title)}.png`, await pngOf(chart))
    } catch (problem) {
      notify.error(problemWords(problem))
    }
  }
  const words = t('pngOf', { name: title })
  const download = (
    <Button
      size="small"
      type="text"
      icon={<DownloadOutlined aria-hidden />}
      aria-label={words}
      title={words}
      onClick={() => void savePicture()}
    />
  )
  return (
    <Panel title={title} extra={empty === undefined && download}>
      {above}
      {empty === undefined ? <div ref={holder}>{children}</div> : <p>{empty}</p>}
    </Panel>
  )
}
