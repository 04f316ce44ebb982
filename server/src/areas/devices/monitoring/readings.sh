# Answers a reading for each line on its input: `f NUMBER` is a quick one, `s NUMBER` also asks tools. $1 stands before
# /proc and /sys. A quick one starts no process: everything is read by the shell itself, and written at once.
r=$1
LC_ALL=C
PATH=$PATH:/usr/sbin:/sbin:/usr/bin:/bin
export LC_ALL PATH
exec 2>/dev/null
limit=
timeout 1 true </dev/null && limit='timeout 10'
n='
'

# Which files there are changes seldom: it is looked up with the slow readings.
look() {
  zones= loads=
  for file in "$r"/sys/class/thermal/thermal_zone*/temp; do [ -r "$file" ] && zones="$zones $file"; done
  [ -n "$zones" ] || for file in "$r"/sys/class/hwmon/hwmon*/temp*_input; do [ -r "$file" ] && zones="$zones $file"; done
  for file in "$r"/sys/devices/gpu.0/load "$r"/sys/devices/platform/gpu.0/load "$r"/sys/devices/platform/*.gpu/load \
    "$r"/sys/devices/platform/bus@0/*.gpu/load; do
    [ -r "$file" ] && loads="$loads gt:$file"
  done
  for file in "$r"/sys/class/devfreq/*gpu*/load "$r"/sys/class/devfreq/*npu*/load; do
    [ -r "$file" ] && loads="$loads gd:$file"
  done
  for file in "$r"/sys/class/drm/card[0-9]/device/gpu_busy_percent "$r"/sys/devices/system/bpu/bpu[0-9]*/ratio; do
    [ -r "$file" ] && loads="$loads gp:$file"
  done
  [ -r "$r"/sys/kernel/debug/rknpu/load ] && loads="$loads gn:$r/sys/kernel/debug/rknpu/load"
}

quick() {
  read -r line <"$r"/proc/stat && o="$o${n}c $line"
  while read -r key value unit; do
    case $key in
      MemTotal:|MemFree:|Buffers:|Cached:) o="$o${n}m $key $value" ;;
      MemAvailable:) o="$o${n}m $key $value"; break ;;
      SwapTotal:) break ;;
    esac
  done <"$r"/proc/meminfo
  read -r line <"$r"/proc/loadavg && o="$o${n}l $line"
  read -r line <"$r"/proc/uptime && o="$o${n}u $line"
  i=0
  while read -r line; do
    case $line in
      lo:*|veth*|docker*|br-*|virbr*|cni*|flannel*|cali*|dummy*|ifb*|sit*|tunl*) ;;
      *:*) o="$o${n}n $line"; i=$((i + 1)); [ $i -lt 32 ] || break ;;
    esac
  done <"$r"/proc/net/dev
  for file in $zones; do value= && read -r value <"$file" && o="$o${n}t $value"; done
  for file in $loads; do value= && read -r value <"${file#*:}" && o="$o$n${file%%:*} $value"; done
}

slow() {
  look
  o="$o${n}d $({ df -kP "${r:-/}" || df -k "${r:-/}"; } </dev/null | tail -n 1)"
  [ -z "$r" ] && command -v nvidia-smi >/dev/null && for line in $($limit nvidia-smi --query-gpu=utilization.gpu,temperature.gpu --format=csv,noheader,nounits </dev/null | tr -d ' '); do
    o="$o${n}gs $line"
  done
}

look
while read -r word number; do
  o="r $number"
  case $word in s) slow ;; esac
  quick
  printf '%s\n.\n' "$o"
done
