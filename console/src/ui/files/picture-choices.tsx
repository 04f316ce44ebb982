import { fileEndpoints } from '@vermilion/contract/files'
import { type CSSProperties, useId } from 'react'
import { addressOf } from '#lib/api.ts'
import styles from './picture-choices.module.css'

interface PictureChoice {
  readonly fileId: string
  readonly label: string
  readonly title?: string
}

interface PictureChoicesProps {
  title: string
  /** Pictures in a row; by default the style variable `--columns` sets the number. */
  columns?: number
  pictures: readonly PictureChoice[]
  chosen?: string | null
  onChoose: (fileId: string) => void
}

export function PictureChoices({ title, columns, pictures, chosen, onChoose }: PictureChoicesProps) {
  const titleId = useId()
  return (
    <section className={styles['choices']}>
      <h3 className="note margin-bottom-8 weight-400" id={titleId}>
        {title}
      </h3>
      <ul
        className="grid gap-8"
        aria-labelledby={titleId}
        style={columns === undefined ? undefined : ({ '--columns': columns } as CSSProperties)}
      >
        {pictures.map(({ fileId, label, title: hint = label }) => (
          <li key={fileId}>
            <button
              className="block full-width clip padding-0 border-0 radius-8 ground-tertiary cursor-pointer"
              type="button"
              title={hint}
              aria-label={label}
              {...(chosen === undefined ? {} : { 'aria-pressed': chosen === fileId })}
              onClick={() => onChoose(fileId)}
            >
              <img
                className="block full-width ratio-4-3 object-cover"
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
