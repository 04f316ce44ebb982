import type { ClassMapping, ClassTarget, ImportedClass } from '@vermilion/contract/datasets/imports'
import type { Label } from '@vermilion/contract/labels/dataset-labels'
import Input from 'antd/es/input/Input'
import Select from 'antd/es/select'
import { formatNumber } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { FigureTable } from '#ui/table/figure-table.tsx'
import { text } from './text.ts'
import styles from './transfer.module.css'

interface ClassTableProps {
  labels: readonly Label[]
  classes: readonly ImportedClass[]
  mapping: ClassMapping
  onTarget: (name: string, target: ClassTarget) => void
}

const create = 'create'
const leaveOut = 'leave-out'
const valueOf = (target: ClassTarget) =>
  target === null ? leaveOut : typeof target === 'string' ? `label:${target}` : create

export function ClassTable({ labels, classes, mapping, onTarget }: ClassTableProps) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  return (
    <section>
      <h3 className="heading margin-bottom-6">{t('classes')}</h3>
      <FigureTable
        columns={[t('class'), t('images'), t('annotations'), t('takenAs')]}
        rows={classes.map(({ name, images, annotations, target: proposal }) => {
          const target = mapping[name] ?? (name in mapping ? null : proposal)
          const fresh = typeof proposal === 'object' && proposal !== null ? proposal : { create: name.trim() || '-' }
          return {
            key: name,
            cells: [
              name,
              formatNumber(images, language),
              formatNumber(annotations, language),
              <div key="target" className={`${styles['taker']} grid gap-4`}>
                <Select<string>
                  className={`${styles['target']} text-left`}
                  aria-label={t('takeAs', { name })}
                  showSearch={{ optionFilterProp: 'label' }}
                  value={valueOf(target)}
                  onChange={(value) =>
                    onTarget(name, value === leaveOut ? null : value === create ? fresh : value.slice('label:'.length))
                  }
                  options={[
                    { value: create, label: t('newLabel', { name: fresh.create }) },
                    ...labels
                      .filter(({ leaving }) => !leaving)
                      .map((label) => ({ value: `label:${label.id}`, label: label.name })),
                    { value: leaveOut, label: t('leaveOut') },
                  ]}
                />
                {valueOf(target) === create && (
                  <Input
                    aria-label={t('newLabelName', { name })}
                    maxLength={100}
                    defaultValue={typeof target === 'object' && target !== null ? target.create : fresh.create}
                    onBlur={({ currentTarget }) =>
                      onTarget(name, { ...fresh, create: currentTarget.value.trim() || fresh.create })
                    }
                  />
                )}
              </div>,
            ],
          }
        })}
      />
    </section>
  )
}
