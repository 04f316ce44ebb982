import { type ReactNode, useId } from 'react'
import styles from './choice.module.css'

interface Option<Value> {
  value: Value
  words: string
  /** The language of the text, if it is not the page's. */
  lang?: string
  picture?: ReactNode
}

interface Props<Value> {
  title: string
  hint: ReactNode
  value: Value
  options: readonly Option<Value>[]
  onChange: (value: Value) => void
  /** An example of the chosen value, shown below. */
  example?: ReactNode
}

/** A setting with few values, applied at once. */
export function Choice<Value extends string | number>(props: Props<Value>) {
  const { title, hint, value, options, onChange, example } = props
  const id = useId()
  const pictured = options.some(({ picture }) => picture !== undefined)
  return (
    <div className={styles['setting']} data-pictured={pictured}>
      <div>
        <h3 id={id}>{title}</h3>
        <p id={`${id}-hint`}>{hint}</p>
      </div>
      <div className={styles['side']}>
        <div
          role="radiogroup"
          aria-labelledby={id}
          aria-describedby={`${id}-hint`}
          className={pictured ? styles['cards'] : styles['segments']}
        >
          {options.map((option) => (
            <label key={option.value} lang={option.lang}>
              <input
                type="radio"
                name={id}
                value={option.value}
                checked={option.value === value}
                onChange={() => onChange(option.value)}
              />
              {option.picture}
              <span>{option.words}</span>
            </label>
          ))}
        </div>
        {example !== undefined && <p className={styles['example']}>{example}</p>}
      </div>
    </div>
  )
}
