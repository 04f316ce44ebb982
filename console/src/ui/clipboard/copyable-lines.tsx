import { Fragment } from 'react'
import { CopyButton } from './copy-button.tsx'
import styles from './copyable-lines.module.css'

interface LinesProps {
  lines: readonly string[]
  text: string
  address?: string
}

export function Lines({ lines, text: message, address }: LinesProps) {
  return (
    <div className={`${styles['lines']} full-width text-left`}>
      <p className="margin-bottom-8 break-anywhere">
        {message}
        {address !== undefined && (
          <>
            {' '}
            <code translate="no">
              {/* One that is too long for its line breaks at a slash. */}
              {address.split(/(?<=\/)(?!\/)/).map((part) => (
                <Fragment key={part}>
                  {part}
                  <wbr />
                </Fragment>
              ))}
            </code>
          </>
        )}
      </p>
      <div
        className="row gap-8 radius-8 ground-quaternary narrow-wrap narrow-justify-end"
        style={{ padding: '8px 8px 8px 12px' }}
      >
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls sideways, also by keys */}
        <pre tabIndex={0}>{lines.join('\n')}</pre>
        <CopyButton content={`${lines.join('\n')}\n`} label={message} />
      </div>
    </div>
  )
}
