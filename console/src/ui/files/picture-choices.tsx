import { fileEndpoints } from '@vermilion/contract/files'
import { type CSSProperties, useId } from 'react'
import { addressOf } from '#lib/api.ts'
import styles from './picture-choices.module.css'

interface PictureChoice {
  readonly fileId: string
  readonly label: string
  /** The tooltip; by default the label. */
  readonly title?: string
}

interface PictureChoicesProps {
  title: string
  /** Pictures in a row; without it the style variable `--columns` says how many. */
  columns?: number
  pictures: readonly PictureChoice[]
  /** The file of the choice that is made; absent where none is kept: then choices lead away and none is pressed. */
  chosen?: string | null
  onChoose: (fileId: string) => void
}

/** Pictures of which one is taken with one press. */
export function PictureChoices({ title, columns, pictures, chosen, onChoose }: PictureChoicesProps) {
  const titleId = useId()
  return (
    <section className={styles['choices']}>
      <h3 id={titleId}>{title}</h3>
      <ul
        aria-labelledby={titleId}
        style={columns === undefined ? undefined : ({ '--columns': columns } as CSSProperties)}
      >
        {pictures.map(({ fileId, label, title: hint = label }) => (
          <li key={fileId}>
            <button
              type="button"
              title={hint}
              aria-label={label}
              {...(chosen === undefined ? {} : { 'aria-pressed': chosen === fileId })}
              onClick={() => onChoose(fileId)}
            >
              <img
                src={addressOf(fileEndpoints.fileThumbnail, { params: { fileId } })}
                alt=""
                loading="lazy"
                decoding="async"
              />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
