# What a device is and has, as lines `key value`. POSIX sh, also busybox's; installs and changes nothing.
# $1 stands before /proc, /sys, /dev and /etc.
r=$1
LC_ALL=C
PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin:/usr/local/bin:/usr/bin:/bin:/usr/local/cuda/bin:/usr/src/tensorrt/bin
export LC_ALL PATH
exec </dev/null 2>/dev/null
echo 'vermilion-facts 1'

# A tool that hangs costs its own line only, where there is timeout.
limit=
timeout 1 true && limit='timeout 10'
has() { command -v "$1" >/dev/null; }
say() { [ -n "$2" ] && printf '%s %s\n' "$1" "$2"; }
text() { [ -r "$r$1" ] && tr '\000\n' '  ' <"$r$1"; }

tree=/proc/device-tree
[ -d "$r$tree" ] || tree=/sys/firmware/devicetree/base
say tree-model "$(text $tree/model)"
say compatible "$(text $tree/compatible)"
for field in sys_vendor product_name board_vendor board_name; do
  say "dmi-$field" "$(text /sys/class/dmi/id/$field)"
done
say host-name "$(text /proc/sys/kernel/hostname)"
kernel=$(text /proc/sys/kernel/osrelease)
say kernel "${kernel:-$(uname -r)}"
architecture=$(text /proc/sys/kernel/arch)
say architecture "${architecture:-$(uname -m)}"
for file in /etc/os-release /usr/lib/os-release; do
  [ -r "$r$file" ] || continue
  while IFS= read -r line; do
    case $line in PRETTY_NAME=*) say system "${line#PRETTY_NAME=}" ;; esac
  done <"$r$file"
  break
done

implementer=
while IFS= read -r line; do
  value=${line#*: }
  case $line in
    processor*:*) echo cpu ;;
    'model name'*) say cpu-name "$value" ;;
    'CPU implementer'*) implementer=$value ;;
    'CPU part'*) say cpu-part "$implementer $value" ;;
    Hardware*|'cpu model'*|'uarch'*) say cpu-other "$value" ;;
  esac
done <"$r/proc/cpuinfo"
while read -r key value unit; do
  case $key in MemTotal:) say memory "$value"; break ;; esac
done <"$r/proc/meminfo"
say storage "$({ df -kP "${r:-/}" || df -k "${r:-/}"; } | tail -n 1)"

for device in "$r"/sys/bus/pci/devices/*; do
  vendor= class= id= memory= name=
  read -r vendor <"$device/vendor"
  read -r class <"$device/class"
  case $vendor:$class in
    0x1e60:*|*:0x03*|*:0x12*) ;;
    *) continue ;;
  esac
  read -r id <"$device/device"
  [ -r "$device/mem_info_vram_total" ] && read -r memory <"$device/mem_info_vram_total"
  [ -r "$device/product_name" ] && IFS= read -r name <"$device/product_name"
  say pci "$vendor $id $class ${memory:-0} $name"
done
for file in "$r"/proc/driver/nvidia/gpus/*/information; do
  while IFS= read -r line; do
    case $line in Model:*) say nvidia "0,${line#Model:}" ;; esac
  done <"$file"
done
[ -z "$r" ] && has nvidia-smi && $limit nvidia-smi --query-gpu=memory.total,name --format=csv,noheader,nounits |
  while IFS= read -r line; do say nvidia-smi "$line"; done
for node in "$r$tree"/npu@* "$r$tree"/rknpu@* "$r"/sys/class/devfreq/*.npu "$r"/sys/module/rknpu "$r"/sys/kernel/debug/rknpu; do
  [ -e "$node" ] && echo rknpu && break
done
for node in "$r$tree"/gpu@* "$r$tree"/soc/gpu@* "$r$tree"/soc@*/gpu@*; do
  [ -r "$node/compatible" ] && say tree-gpu "$(tr '\000' ' ' <"$node/compatible")"
done
for node in "$r"/sys/devices/system/bpu/bpu[0-9]*; do [ -e "$node" ] && echo bpu; done
for node in "$r"/dev/hailo[0-9]*; do [ -e "$node" ] && echo hailo; done
[ -z "$r" ] && has hailortcli && $limit hailortcli fw-control identify | while IFS= read -r line; do
  case $line in 'Device Architecture:'*) say hailo-name "${line#*: }" ;; esac
done

for tool in rauc swupdate; do has $tool && say updater $tool; done
# busybox has a dpkg of its own, also where there are no packages.
has dpkg && [ -s "$r/var/lib/dpkg/status" ] && say updater dpkg
has docker && say docker "$($limit docker --version)"
has podman && say podman "$($limit podman --version)"
if has trtexec; then
  version=$(has dpkg-query && dpkg-query -W -f '${Version}' libnvinfer-bin)
  echo "runtime trtexec ${version:--}"
fi
has python3 && $limit python3 -c '
import sys
print("python " + ".".join(str(part) for part in sys.version_info[:3]))
try:
    from importlib.metadata import version
except ImportError:
    from pkg_resources import get_distribution
    version = lambda name: get_distribution(name).version
from importlib.util import find_spec
for runtime, module, packages in (
    ("onnxruntime", "onnxruntime", ("onnxruntime", "onnxruntime-gpu")),
    ("tflite", "ai_edge_litert", ("ai-edge-litert",)),
    ("tflite", "tflite_runtime", ("tflite-runtime",)),
    ("rknn-lite", "rknnlite", ("rknn-toolkit-lite2", "rknn-toolkit-lite")),
):
    try:
        if find_spec(module) is None:
            continue
    except Exception:
        continue
    value = "-"
    for package in packages:
        try:
            value = version(package)
            break
        except Exception:
            pass
    print("runtime " + runtime + " " + value)
'
echo end
