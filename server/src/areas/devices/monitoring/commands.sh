# Command lines of processes. $1 stands before /proc, the others are their numbers.
r=$1
shift
LC_ALL=C
export LC_ALL
exec </dev/null 2>/dev/null
for number; do
  [ -r "$r/proc/$number/cmdline" ] || continue
  printf 'command %s ' "$number"
  head -c 1001 "$r/proc/$number/cmdline" | tr '\000\n' '  '
  echo
done
