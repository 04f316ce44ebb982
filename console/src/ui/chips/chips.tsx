import styles from './chips.module.css'

interface Chip {
  readonly text: string
  readonly colour?: string
}

interface ChipsProps {
  chips: readonly Chip[]
  max: number
  title?: string
}

export function Chips({ chips, max, title = chips.map(({ text: label }) => label).join(', ') }: ChipsProps) {
  return (
    <span className={`${styles['chips']} row gap-4 min-width-0 clip`} title={title}>
      {chips.slice(0, max).map(({ text: label, colour }, at) => (
        <span
          className="inline-row yielding gap-4 min-width-0 radius-6 ground-quaternary font-12 nowrap"
          style={{ padding: '1px 8px' }}
          key={at}
        >
          {colour !== undefined && <i className="rigid height-8 radius-2" style={{ background: colour }} />}
          <span className="clip text-ellipsis">{label}</span>
        </span>
      ))}
      {chips.length > max && <small className="hint rigid">{`+${chips.length - max}`}</small>}
    </span>
  )
}
