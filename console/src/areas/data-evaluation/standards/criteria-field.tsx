import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { maxCriteria } from '@vermilion/contract/data-evaluations/standards'
import Button from 'antd/es/button'
import Form, { type FormListFieldData, type FormListOperation } from 'antd/es/form'
import { type ReactNode, useEffect, useRef } from 'react'
import { formatNumber } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { CriterionRow, type RowTool } from './criterion-row.tsx'
import { blankCriterion, sharesOf, type TypedCriterion } from './standard-values.ts'
import styles from './standards.module.css'
import { text } from './text.ts'

export function CriteriaField() {
  const t = useText(text)
  const atLeastOne = (_: unknown, rows: TypedCriterion[] | undefined) =>
    (rows ?? []).length > 0 ? Promise.resolve() : Promise.reject(new Error(t('noCriteria')))
  return (
    <Form.List name="criteria" rules={[{ validator: atLeastOne }]}>
      {(rows, operations, { errors }) => <CriterionRows rows={rows} operations={operations} errors={errors} />}
    </Form.List>
  )
}

interface CriterionRowsProps {
  rows: readonly FormListFieldData[]
  operations: FormListOperation
  errors: readonly ReactNode[]
}

interface FocusTarget {
  at: number
  tools: readonly RowTool[]
}

function CriterionRows({ rows, operations, errors }: CriterionRowsProps) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const frame = useRef<HTMLElement>(null)
  const target = useRef<FocusTarget | null>(null)
  const typed = Form.useWatch<TypedCriterion[] | undefined>('criteria') ?? []
  const weights = typed.map((criterion) => criterion?.weight)
  const shares = sharesOf(weights)
  const sum = weights.reduce<number>((total, weight) => total + (weight ?? 0), 0)
  useEffect(() => {
    if (target.current === null) return
    focusRow(frame.current, target.current)
    target.current = null
  })
  const move = (from: number, by: 1 | -1) => {
    target.current = { at: from + by, tools: by === 1 ? ['down', 'up'] : ['up', 'down'] }
    operations.move(from, from + by)
  }
  const remove = (at: number) => {
    target.current = { at: Math.min(at, rows.length - 2), tools: ['remove'] }
    operations.remove(at)
  }
  return (
    <section ref={frame} aria-label={t('criteria')}>
      <h3 className="heading margin-bottom-4">{t('criteria')}</h3>
      <p className="margin-bottom-12 text-secondary">{t('criteriaHint')}</p>
      {rows.map(({ key, name: at }) => (
        <CriterionRow
          key={key}
          at={at}
          isLast={at === rows.length - 1}
          share={shares[at]}
          onMove={(by) => move(at, by)}
          onRemove={() => remove(at)}
        />
      ))}
      <Form.ErrorList errors={[...errors]} />
      <div className={`${styles['below']} wrapping-row gap-8-14 margin-bottom-14`}>
        <Button
          type="dashed"
          data-tool="add"
          icon={<PlusOutlined aria-hidden />}
          disabled={rows.length >= maxCriteria}
          onClick={() => {
            target.current = { at: rows.length, tools: [] }
            operations.add(blankCriterion)
          }}
        >
          {t('add')}
        </Button>
        <span aria-live="polite">
          {rows.length >= maxCriteria
            ? t('most', { most: maxCriteria })
            : t('sum', { count: rows.length, sum: formatNumber(sum, language, 2) })}
        </span>
      </div>
    </section>
  )
}

function focusRow(frame: HTMLElement | null, { at, tools }: FocusTarget): void {
  const row = frame?.querySelector(`[data-criterion="${at}"]`)
  const candidates = [...tools.map((tool) => `[data-tool=${tool}]:enabled`), 'input']
  const elements = candidates.flatMap((selector) => row?.querySelector<HTMLElement>(selector) ?? [])
  const element = elements[0] ?? frame?.querySelector<HTMLElement>('[data-tool=add]')
  element?.focus()
}
