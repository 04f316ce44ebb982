import type { ListedDataset } from '@vermilion/contract/datasets'
import { formatNumber, unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { splits as names } from './search.ts'
import styles from './split-bar.module.css'
import { text } from './text.ts'

export function SplitBar({ splits }: Pick<ListedDataset, 'splits'>) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const total = splits === undefined ? 0 : names.reduce((sum, name) => sum + splits[name], 0)
  if (splits === undefined || total === 0) return unknownValue
  const wordsOf = (name: (typeof names)[number], text: 'split' | 'splitShort') =>
    `${t(`${text}-${name}`)} ${formatNumber(splits[name], language)}`
  const parts = names.filter((name) => splits[name] > 0).map((name) => wordsOf(name, 'splitShort'))
  return (
    <span className={`${styles['splits']} block`} title={names.map((name) => wordsOf(name, 'split')).join(' · ')}>
      <small className="hint block margin-bottom-4 tabular white-space-normal" style={{ lineHeight: '16px' }}>
        {parts.map((part) => part.replaceAll(' ', '\u00A0')).join(' · ')}
      </small>
      <span className={`${styles['bar']} flex gap-2 height-6 radius-4 clip`} aria-hidden>
        {names.map((name) => (
          <i key={name} data-split={name} style={{ flexGrow: splits[name] }} hidden={splits[name] === 0} />
        ))}
      </span>
    </span>
  )
}
