import {
  type ClassMapping,
  type ClassTarget,
  datasetImportEndpoints,
  existingChoices,
  type ImportedClass,
  type DatasetImport,
} from '@vermilion/contract/datasets/imports'
import Button from 'antd/es/button'
import Checkbox from 'antd/es/checkbox'
import Radio from 'antd/es/radio'
import { useState } from 'react'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { AnnotatorField } from './annotator-field.tsx'
import type { Label } from '@vermilion/contract/labels/dataset-labels'
import { FigureTable } from '#ui/table/figure-table.tsx'
import { outcomeOf } from './attribute-outcome.ts'
import Input from 'antd/es/input/Input'
import Select from 'antd/es/select'
import { formatOffers } from '@vermilion/contract/formats/offers'
import { formatNumber } from '#lib/format.ts'
import { useSystem } from '#lib/system.ts'
import { Figures } from '#ui/page/page.tsx'
import { useAction } from '#ui/feedback/use-action.ts'
import { ImportProblems } from './import-problems.tsx'
import type { ImportStepProps } from './import-step.ts'
import { text } from './text.ts'
import styles from './transfer.module.css'

type Existing = (typeof existingChoices)[number]

const proposed = (classes: readonly ImportedClass[]): ClassMapping =>
  Object.fromEntries(classes.map(({ name, target }) => [name, target]))

export function ImportPlan({ dataset, run, onBegun, onAnother }: ImportStepProps) {
  const t = useText(text)
  const { id: importId, findings, found } = run
  const [existing, setExisting] = useState<Existing>(run.existing)
  const [addImages, setAddImages] = useState(run.addImages)
  const [mapping, setMapping] = useState(() => proposed(findings.classes))
  const [isBusy, attempt] = useAction(async (what: () => Promise<unknown>) => {
    await what()
    await refresh('/imports')
  })
  const start = () =>
    attempt(() =>
      call(datasetImportEndpoints.startImport, { params: { importId }, body: { existing, addImages, mapping } }),
    )
  const giveUp = () =>
    attempt(async () => {
      await call(datasetImportEndpoints.stopImport, { params: { importId } })
      onAnother()
    })
  const target = (name: string, next: ClassTarget) => setMapping({ ...mapping, [name]: next })
  const nothing = findings.matched + (addImages ? findings.addable : 0) === 0
  return (
    <div className={`${styles['step']} stack gap-16`}>
      <p>
        {found === null
          ? t('foundNothing', { name: run.name })
          : t('found', { name: run.name, format: formatOffers[found].name })}
      </p>
      <ImportFindings findings={findings} />
      <AnnotatorField run={run} onBegun={onBegun} />
      {findings.classes.length > 0 && (
        <ClassTable labels={dataset.labels} classes={findings.classes} mapping={mapping} onTarget={target} />
      )}
      <AttributeTable labels={dataset.labels} classes={findings.classes} mapping={mapping} />
      {findings.labeled > 0 && (
        <fieldset className="plain-group">
          <legend className="margin-bottom-4 padding-0 weight-500">{t('existing', { count: findings.labeled })}</legend>
          <Radio.Group
            vertical
            value={existing}
            onChange={({ target: { value } }) => setExisting(value as Existing)}
            options={existingChoices.map((value) => ({ value, label: t(`existing-${value}`) }))}
          />
        </fieldset>
      )}
      {findings.addable > 0 && (
        <Checkbox checked={addImages} onChange={({ target: { checked } }) => setAddImages(checked)}>
          {t('addImages', { count: findings.addable })}
        </Checkbox>
      )}
      <ImportProblems importId={importId} count={run.problemCount} />
      <div className="wrapping-row gap-8">
        <Button type="primary" loading={isBusy} disabled={nothing} onClick={start}>
          {t('start')}
        </Button>
        <Button disabled={isBusy} onClick={giveUp}>
          {t('giveUp')}
        </Button>
        {nothing && <span className="faint">{t('nothingToTake')}</span>}
      </div>
    </div>
  )
}

const always = ['images', 'annotations', 'matched', 'addable'] as const

const whereAny = ['labeled', 'missing'] as const

function ImportFindings({ findings }: { findings: DatasetImport['findings'] }) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const names = [...always, ...whereAny.filter((name) => findings[name] > 0)]
  return (
    <Figures
      figures={names.map((name) => ({ name: t(`found-${name}`), value: formatNumber(findings[name], language) }))}
    />
  )
}

interface AttributeTableProps {
  labels: readonly Label[]
  classes: readonly ImportedClass[]
  mapping: ClassMapping
}

function AttributeTable({ labels, classes, mapping }: AttributeTableProps) {
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

function ClassTable({ labels, classes, mapping, onTarget }: ClassTableProps) {
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
