import type { KeyboardEvent, MouseEvent, ReactNode, Ref } from 'react'
import { Bone, ProblemState } from '../feedback/states.tsx'
import styles from './file-body.module.css'
import type { FileView } from './file-view.ts'

interface FileStandInProps {
  ref: Ref<HTMLElement>
  kind: 'problem' | 'bones' | 'empty'
  label: string
  view: FileView
  problem: unknown
  onRetry: () => void
  empty: ReactNode
  onKeyDown: (event: KeyboardEvent) => void
  onContextMenu: (event: MouseEvent) => void
}

export function FileStandIn(props: FileStandInProps) {
  const { ref, kind, label, view, problem, onRetry, empty, onKeyDown, onContextMenu } = props
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it takes the keys and the menu of the files that are not there
    <section
      ref={ref}
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
      tabIndex={0}
      className={styles['stand']}
      aria-label={label}
      aria-busy={kind === 'bones'}
      onKeyDown={onKeyDown}
      onContextMenu={onContextMenu}
    >
      {kind === 'problem' && <ProblemState problem={problem} onRetry={onRetry} />}
      {kind === 'bones' && <BoneCells view={view} />}
      {kind === 'empty' && empty}
    </section>
  )
}

function BoneCells({ view }: { view: FileView }) {
  return (
    <div className={`${styles['bones']} grid`} data-view={view}>
      {Array.from({ length: view === 'table' ? 10 : 12 }, (_, index) => (
        <Bone key={index} height={view === 'table' ? 28 : 150} />
      ))}
    </div>
  )
}
