import type { ClassMapping, ImportedClass } from '@vermilion/contract/datasets/imports'
import type { Label } from '@vermilion/contract/labels/dataset-labels'
import { formatNumber } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { FigureTable } from '#ui/table/figure-table.tsx'
import { outcomeOf } from './attribute-outcome.ts'
import { text } from './text.ts'

interface AttributeTableProps {
  labels: readonly Label[]
  classes: readonly ImportedClass[]
  mapping: ClassMapping
}

export function AttributeTable({ labels, classes, mapping }: AttributeTableProps) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const rows = classes.flatMap(({ name, attributes, target: proposal }) => {
    const target = mapping[name] ?? (name in mapping ? null : proposal)
    if (target === null) return []
    const label = labels.find(({ id }) => id === target)
    return attributes.map((attribute) => {
      const { kind, read, all } = outcomeOf(attribute, label?.attributes ?? [])
      const figure = (value: number) => formatNumber(value, language)
      return {
        key: `${name} ${attribute.name}`,
        cells: [name, attribute.name, figure(all), t(`attribute-${kind}`, { read: figure(read), all: figure(all) })],
      }
    })
  })
  if (rows.length === 0) return null
  return (
    <section aria-label={t('attributes')}>
      <h3 className="heading margin-bottom-6">{t('attributes')}</h3>
      <FigureTable columns={[t('class'), t('attribute'), t('values'), t('willBe')]} rows={rows} />
    </section>
  )
}
