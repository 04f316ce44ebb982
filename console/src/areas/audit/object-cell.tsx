import type { AuditEntry } from '@vermilion/contract/accounts/audit'
import type { AuditSubject } from '@vermilion/contract/accounts/audit-subjects'
import { unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { TwoLines } from '#ui/table/data-table.tsx'
import styles from './audit.module.css'
import { SubjectLink } from './subject-link.tsx'
import { subjectText } from './subject-text.ts'

export function ObjectCell({ entry: { subjects, objects }, others = 0 }: { entry: AuditEntry; others?: number }) {
  const t = useText(subjectText)
  const [subject, around] = subjects
  if (subject === undefined) return objects['name'] ?? <span className="narrow-hidden">{unknownValue}</span>
  const kind = t(subject.kind)
  if (others > 0) return <ObjectLines subject={subject} second={t('others', { kind, count: others })} />
  const parentName = around?.name ?? null
  const isPlain = parentName === null || around?.kind === 'account'
  return <ObjectLines subject={subject} second={isPlain ? kind : t('within', { kind, name: parentName })} />
}

function ObjectLines({ subject, second }: { subject: AuditSubject; second: string }) {
  return (
    <TwoLines
      first={
        <span className={styles['subject']}>
          <SubjectLink subject={subject} />
        </span>
      }
      second={second}
    />
  )
}
