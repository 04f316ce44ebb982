import { formatSize } from '#lib/format.ts'

/** A size in a column, with one decimal and a unit of fixed width, so that digits align. */
export function SizeCell({ bytes }: { bytes: number | null }) {
  const [amount, unit] = formatSize(bytes, 1).split(' ')
  if (unit === undefined) return amount
  return (
    <>
      {amount}{' '}
      <span className="inline-block text-left" style={{ minWidth: '2em' }}>
        {unit}
      </span>
    </>
  )
}
