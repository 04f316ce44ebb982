import type { AuditEntry } from '@vermilion/contract/accounts/audit'
import { unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { TwoLines } from '#ui/table/data-table.tsx'
import styles from './audit.module.css'
import { SubjectLink } from './subject-link.tsx'
import { subjectText } from './subject-text.ts'

/** What a change was about: its name, and below it what it is and where it is. */
export function ObjectCell({ entry: { subjects, objects } }: { entry: AuditEntry }) {
  const t = useText(subjectText)
  const [subject, around] = subjects
  if (subject === undefined) return objects['name'] ?? unknownValue
  const kind = t(subject.kind)
  const parentName = around?.name ?? null
  return (
    <TwoLines
      first={
        <span className={styles['subject']}>
          <SubjectLink subject={subject} />
        </span>
      }
      second={parentName === null || around?.kind === 'account' ? kind : t('within', { kind, name: parentName })}
    />
  )
}
