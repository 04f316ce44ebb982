import { type ReactNode, useId } from 'react'
import styles from './choice.module.css'

interface Option<Value> {
  value: Value
  text: string
  lang?: string
  picture?: ReactNode
}

interface Props<Value> {
  title: string
  hint: ReactNode
  value: Value
  options: readonly Option<Value>[]
  onChange: (value: Value) => void
  example?: ReactNode
}

export function Choice<Value extends string | number>(props: Props<Value>) {
  const { title, hint, value, options, onChange, example } = props
  const id = useId()
  const pictured = options.some(({ picture }) => picture !== undefined)
  return (
    <div className={`${styles['setting']} grid columns-1-auto align-center narrow-columns-1`} data-pictured={pictured}>
      <div>
        <h3 className="font-14 weight-500" id={id}>
          {title}
        </h3>
        <p className="faint" id={`${id}-hint`}>
          {hint}
        </p>
      </div>
      <div className="min-width-0">
        <div
          role="radiogroup"
          aria-labelledby={id}
          aria-describedby={`${id}-hint`}
          className={
            pictured ? `${styles['cards']} flex wrap gap-12` : `${styles['segments']} inline-flex wrap gap-2 radius-8`
          }
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
              <span>{option.text}</span>
            </label>
          ))}
        </div>
        {example !== undefined && (
          <p className={`${styles['example']} faint tabular text-right`} style={{ marginTop: 6 }}>
            {example}
          </p>
        )}
      </div>
    </div>
  )
}
