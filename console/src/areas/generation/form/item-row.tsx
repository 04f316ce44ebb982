/* eslint-disable jsx-a11y/prefer-tag-over-role -- rows that lie anywhere in a high element are no rows of a <table> */
import { isEmptyItem, maxObjectsPerKind, type SceneItem } from '@vermilion/contract/generations/config'
import { type ItemThing, itemThings, type WorkflowCapabilities } from '@vermilion/contract/generations/engines'
import Select from 'antd/es/select'
import { useState } from 'react'
import { formatNumber } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { RowMenu } from '#ui/menu/row-menu.tsx'
import { useSceneWord } from '#areas/files'
import { isCounted } from './combinations.ts'
import styles from './items.module.css'
import { text } from './text.ts'

/** The `grid-template-columns` of the table. */
export function itemGrid({ words }: WorkflowCapabilities): string {
  const things = itemThings.map((thing) => (isCounted(thing) ? 'minmax(150px, 1.3fr)' : 'minmax(104px, 1fr)'))
  return ['32px', ...things, ...(words ? ['minmax(160px, 2fr)'] : []), '72px', '64px', '44px'].join(' ')
}

export function ItemHead({ capabilities }: { capabilities: WorkflowCapabilities }) {
  const t = useText(text)
  const titles = [
    ...itemThings.map((thing) => t(thing)),
    ...(capabilities.words ? [t('words')] : []),
    t('weight'),
    t('images'),
  ]
  return (
    <div
      role="row"
      className={`${styles['head']} faint grid gap-6 align-center full-width padding-0-8 sticky top-0 layer-1 border-bottom ground-raised min-height-34`}
      aria-rowindex={1}
    >
      <span role="columnheader">#</span>
      {titles.map((title) => (
        <span key={title} role="columnheader">
          {title}
        </span>
      ))}
      <span role="columnheader" aria-label={t('itemActions', { number: '' })} />
    </div>
  )
}

interface ItemRowProps {
  /** CSS pixels from the top of the rows. */
  top: number
  index: number
  item: SceneItem
  images: number | undefined
  capabilities: WorkflowCapabilities
  isRefused: boolean
  isLast: boolean
  onChange: (changes: Partial<SceneItem>) => void
  onDuplicate: () => void
  onRemove: () => void
  onMove: (by: 1 | -1) => void
}

export function ItemRow(props: ItemRowProps) {
  const { top, index, item, images, capabilities, isRefused, isLast, onChange } = props
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const number = index + 1
  const labelOf = (field: string) => t('cell', { number, field })
  return (
    <div
      role="row"
      className={`${styles['row']} grid gap-6 align-center full-width padding-0-8 absolute height-44 border-bottom hover-ground-quaternary`}
      aria-rowindex={index + 2}
      data-refused={isRefused && isEmptyItem(item)}
      style={{ transform: `translateY(${top}px)` }}
    >
      <span role="cell" className="text-tertiary tabular">
        {number}
      </span>
      {itemThings.map((thing) => (
        <span key={thing} role="cell" className={`${styles['pair']} row gap-4 min-width-0`}>
          {/* A focused select has a second element beside it. */}
          <span className="grow min-width-0">
            <ThingInput
              label={labelOf(t(thing))}
              thing={thing}
              value={item[thing]}
              words={capabilities.vocabulary?.[thing] ?? null}
              onChange={(word) => onChange({ [thing]: word })}
            />
          </span>
          {isCounted(thing) && item[thing] !== '' && (
            <NumberCell
              label={labelOf(t(`${thing}Count`))}
              value={item[`${thing}Count`]}
              max={maxObjectsPerKind}
              onChange={(count) => onChange({ [`${thing}Count`]: Math.round(count) })}
            />
          )}
        </span>
      ))}
      {capabilities.words && (
        <span role="cell">
          <input
            className={`${styles['input']} field-frame full-width min-width-0 height-36 padding-0-6 text-ink font-inherit`}
            aria-label={labelOf(t('words'))}
            value={item.words}
            maxLength={4_000}
            onChange={({ target }) => onChange({ words: target.value })}
          />
        </span>
      )}
      <span role="cell">
        <NumberCell
          label={labelOf(t('weight'))}
          value={item.weight}
          max={1_000}
          isPositive
          onChange={(weight) => onChange({ weight })}
        />
      </span>
      <span role="cell" className="tabular text-right" style={{ paddingRight: 8 }}>
        {formatNumber(images, language)}
      </span>
      <span role="cell">
        <RowMenu
          label={t('itemActions', { number })}
          actions={[
            { key: 'duplicate', text: t('duplicate'), run: props.onDuplicate },
            { key: 'up', text: t('up'), disabled: index === 0, run: () => props.onMove(-1) },
            { key: 'down', text: t('down'), disabled: isLast, run: () => props.onMove(1) },
            { key: 'remove', text: t('remove'), danger: true, run: props.onRemove },
          ]}
        />
      </span>
    </div>
  )
}

interface ThingInputProps {
  label: string
  thing: ItemThing
  value: string
  words: readonly string[] | null
  onChange: (word: string) => void
}

function ThingInput({ label, thing, value, words, onChange }: ThingInputProps) {
  const t = useText(text)
  const wordOf = useSceneWord()
  if (words === null) {
    return (
      <input
        className={`${styles['input']} field-frame full-width min-width-0 height-36 padding-0-6 text-ink font-inherit`}
        aria-label={label}
        list={suggestionsId(thing)}
        value={value}
        maxLength={200}
        onChange={({ target }) => onChange(target.value)}
      />
    )
  }
  return (
    <Select
      className="full-width"
      aria-label={label}
      value={value}
      {...(value !== '' && !words.includes(value) ? { status: 'error' as const } : {})}
      options={[
        { value: '', label: isCounted(thing) ? t('none') : t('anyOf') },
        ...words.map((word) => ({ value: word, label: wordOf(word) })),
        ...(value !== '' && !words.includes(value) ? [{ value, label: t('unlisted', { word: value }) }] : []),
      ]}
      popupMatchSelectWidth={false}
      onChange={onChange}
    />
  )
}

export const suggestionsId = (thing: ItemThing) => `suggested-${thing}`

interface NumberCellProps {
  label: string
  value: number
  max: number
  isPositive?: boolean
  onChange: (value: number) => void
}

function NumberCell({ label, value, max, isPositive = false, onChange }: NumberCellProps) {
  // The text while typing, which may be no valid number yet.
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <input
      className={`${styles['input']} field-frame full-width min-width-0 height-36 padding-0-6 text-ink font-inherit`}
      type="number"
      aria-label={label}
      value={typed ?? value}
      min={0}
      max={max}
      step="any"
      onChange={({ target }) => {
        setTyped(target.value)
        const number = Math.min(max, target.valueAsNumber)
        if (isPositive ? number > 0 : number >= 0) onChange(number)
      }}
      onBlur={() => setTyped(null)}
    />
  )
}
