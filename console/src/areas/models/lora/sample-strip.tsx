import type { CSSProperties } from 'react'
import { useText } from '#lib/i18n.ts'
import styles from './lora.module.css'
import { loraText } from './text.ts'

export interface ShownSample {
  readonly step: number
  readonly number: number
  readonly href: string
}

interface SampleStripProps {
  samples: readonly ShownSample[]
  prompts?: readonly string[]
}

const stepsOf = (count: number) => ({ '--steps': count }) as CSSProperties

export function SampleStrip({ samples, prompts = [] }: SampleStripProps) {
  const t = useText(loraText)
  const steps = [...new Set(samples.map(({ step }) => step))].toSorted((one, other) => one - other)
  const numbers = [...new Set(samples.map(({ number }) => number))].toSorted((one, other) => one - other)
  const hrefs = new Map(samples.map(({ step, number, href }) => [`${step} ${number}`, href]))
  return (
    <section
      className={`${styles['strip']} max-full-width radius-8 scroll-x`}
      style={stepsOf(steps.length)}
      aria-label={t('samples')}
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls sideways, also by keys
      tabIndex={0}
    >
      <table>
        <thead>
          <tr>
            <th className="faint weight-400 tabular text-left nowrap" scope="col">
              {t('step')}
            </th>
            {steps.map((step) => (
              <th className="faint weight-400 tabular text-left nowrap" key={step} scope="col">
                {step}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {numbers.map((number) => (
            <tr key={number}>
              <th className="faint weight-400 tabular text-left nowrap" scope="row">
                {prompts[number] ? (
                  <span
                    className={`${styles['prompt']} clip text-secondary break-anywhere white-space-normal`}
                    title={prompts[number]}
                    translate="no"
                  >
                    {prompts[number]}
                  </span>
                ) : (
                  t('sampleNumber', { number: number + 1 })
                )}
              </th>
              {steps.map((step) => {
                const href = hrefs.get(`${step} ${number}`)
                return (
                  <td style={{ padding: '0 6px 6px 0' }} key={step}>
                    {href !== undefined && (
                      <a href={href} target="_blank" rel="noreferrer">
                        <img
                          className="block radius-6 ground-image object-cover"
                          style={{
                            width: 'clamp(var(--least), calc((100cqw - var(--heading)) / var(--steps) - 6px), 200px)',
                            aspectRatio: 1,
                          }}
                          src={href}
                          alt={t('sampleOf', { step, number: number + 1 })}
                          loading="lazy"
                        />
                      </a>
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
