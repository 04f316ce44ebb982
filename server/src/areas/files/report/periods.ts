import type { SpaceReport } from '@vermilion/contract/files/space-report'
import { plus, type Amount } from './amount.ts'

const maximumDays = 31
const maximumMonths = 36

type Periods = Pick<SpaceReport, 'periodUnit' | 'periods'>

export function periodsOf(days: ReadonlyMap<string, Amount>): Periods {
  const sorted = [...days.keys()].toSorted()
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined) return { periodUnit: 'day', periods: [] }
  const periodUnit = unitFor(first, last)
  const periods: Periods['periods'] = []
  for (let at = beginOf(first, periodUnit); at <= new Date(last); at = next(at, periodUnit)) {
    periods.push({ from: at.toISOString(), before: next(at, periodUnit).toISOString(), files: 0, bytes: 0 })
  }
  const periodsByStart = new Map(periods.map((period) => [period.from, period]))
  for (const [day, amount] of days) plus(periodsByStart.get(beginOf(day, periodUnit).toISOString()), amount)
  return { periodUnit, periods }
}

function unitFor(first: string, last: string): Periods['periodUnit'] {
  const [from, to] = [new Date(first), new Date(last)]
  if ((to.getTime() - from.getTime()) / 86_400_000 < maximumDays) return 'day'
  const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth()
  return months < maximumMonths ? 'month' : 'year'
}

function beginOf(day: string, unit: Periods['periodUnit']): Date {
  const date = new Date(day)
  if (unit !== 'day') date.setUTCDate(1)
  if (unit === 'year') date.setUTCMonth(0)
  return date
}

function next(from: Date, unit: Periods['periodUnit']): Date {
  const date = new Date(from)
  if (unit === 'day') date.setUTCDate(date.getUTCDate() + 1)
  else if (unit === 'month') date.setUTCMonth(date.getUTCMonth() + 1)
  else date.setUTCFullYear(date.getUTCFullYear() + 1)
  return date
}
