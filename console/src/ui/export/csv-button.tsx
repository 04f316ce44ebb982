import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import { csvOf } from './csv.ts'
import { fileNameOf, saveFile } from './save-file.ts'
import { text } from '../text.ts'

interface CsvButtonProps {
  /** What the table is of; also the name of its file. */
  name: string
  table: () => readonly (readonly (string | number | null)[])[]
  small?: boolean
}

/** Saves a table as a file that every spreadsheet reads. */
export function CsvButton({ name, table, small = false }: CsvButtonProps) {
  const t = useText(text)
  const save = () => saveFile(`${fileNameOf(name)}.csv`, new Blob([csvOf(table())], { type: 'text/csv' }))
  return (
    <Button size={small ? 'small' : 'middle'} icon={<DownloadOutlined aria-hidden />} onClick={save}>
      {t('csv')}
    </Button>
  )
}
