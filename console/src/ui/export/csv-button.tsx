import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import { csvOf } from './csv.ts'
import { fileNameOf, saveFile } from './save-file.ts'
import { text } from '../text.ts'

export type TableRows = readonly (readonly (string | number | null)[])[]

export const saveTable = (name: string, table: TableRows) =>
  saveFile(`${fileNameOf(name)}.csv`, new Blob([csvOf(table)], { type: 'text/csv' }))

interface CsvButtonProps {
  name: string
  table: () => TableRows
  small?: boolean
}

export function CsvButton({ name, table, small = false }: CsvButtonProps) {
  const t = useText(text)
  return (
    <Button
      size={small ? 'small' : 'middle'}
      icon={<DownloadOutlined aria-hidden />}
      onClick={() => saveTable(name, table())}
    >
      {t('csv')}
    </Button>
  )
}
