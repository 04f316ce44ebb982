import type { DatasetImport } from '@vermilion/contract/datasets/imports'
import { formatNumber } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { Figures } from '#ui/page/page.tsx'
import { text } from './text.ts'

const always = ['images', 'annotations', 'matched', 'addable'] as const
const whereAny = ['labeled', 'missing'] as const

export function ImportFindings({ findings }: { findings: DatasetImport['findings'] }) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const names = [...always, ...whereAny.filter((name) => findings[name] > 0)]
  return (
    <Figures
      figures={names.map((name) => ({ name: t(`found-${name}`), value: formatNumber(findings[name], language) }))}
    />
  )
}
