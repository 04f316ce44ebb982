import { formatNumber } from '#lib/format.ts'
import { useSystem } from '#lib/system.ts'
import styles from './filling.module.css'
import { ProgressBar } from './progress.tsx'
import { State } from './states.tsx'

interface FillingProps {
  name: string
  done: number
  /** Null when unknown. */
  total: number | null
}

export function FillingLine({ name, done, total }: FillingProps) {
  const language = useSystem(({ lang }) => lang)
  return (
    <output className={`${styles['filling']} inline-row note gap-8 tabular nowrap`}>
      {name}
      <ProgressBar done={done} total={total ?? 0} label={name} />
      <span>
        {formatNumber(done, language)}
        {total !== null && ` / ${formatNumber(total, language)}`}
      </span>
    </output>
  )
}

export function FillingState({ title, text, ...filling }: FillingProps & { title: string; text: string }) {
  return (
    <State title={title} text={text}>
      <FillingLine {...filling} />
    </State>
  )
}
