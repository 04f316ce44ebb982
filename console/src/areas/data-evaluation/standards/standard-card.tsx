import type { Criterion } from '@vermilion/contract/data-evaluations/standards'
import { say } from '@vermilion/contract/kernel/text'
import { formatNumber, formatShare } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { Tag } from '#ui/feedback/status.tsx'
import { differingKeys, sharesOf } from './standard-values.ts'
import styles from './standards.module.css'
import { text } from './text.ts'

interface StandardContent {
  description: string
  criteria: readonly Criterion[]
}

interface StandardCardProps extends StandardContent {
  other?: StandardContent
}

export function StandardCard({ description, criteria, other }: StandardCardProps) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const shares = sharesOf(criteria.map(({ weight }) => weight))
  const differing = differingKeys(criteria, other?.criteria ?? criteria)
  const isDescriptionOther = other !== undefined && other.description !== description
  return (
    <div className={`${styles['card']} break-anywhere`}>
      {(description !== '' || isDescriptionOther) && (
        <p>
          {description} {isDescriptionOther && <Tag>{t('differs')}</Tag>}
        </p>
      )}
      <ol className="stack gap-10 margin-top-12">
        {criteria.map(({ key, name, description: label, weight }, at) => (
          <li className="padding-10-14 border radius-8" key={key} data-differing={differing.has(key)}>
            <strong className="margin-right-8 weight-550">{say(name, language)}</strong>
            <small className="note margin-right-8 tabular">
              {t('weightOf', { weight: formatNumber(weight, language, 2), share: formatShare(shares[at]) })}
            </small>
            {differing.has(key) && <Tag>{t('differs')}</Tag>}
            <p>{say(label, language)}</p>
          </li>
        ))}
      </ol>
    </div>
  )
}
