"""What the names of devices say."""

import pytest

from models.commands.disks import MODELS, disk_of
from models.units import TB

NAMES = {
    "ata-WDC_WUH722222ALE6L4_2GG": ("disk", 22),
    "scsi-SHGST_HUH721212AL5200_8C": ("disk", 12),
    "ata-WDC_WD40EFRX-68N32N0_WD-WCC7": ("disk", 4),
    "ata-WDC_WD101KFBX-68R56N0_7": ("disk", 10),
    "ata-WDC_WD140EDFZ-11A0VA0_9": ("disk", 14),
    "ata-ST16000NM001G-2KK103_ZL": ("disk", 16),
    "ata-ST4000VN008-2DR166_Z": ("disk", 4),
    "ata-TOSHIBA_MG09ACA18TE_81": ("disk", 18),
    "ata-TOSHIBA_MG04ACA400E_4": ("disk", 4),
    "ata-TOSHIBA_HDWG180_5": ("disk", 8),
    "nvme-Samsung_SSD_980_PRO_with_Heatsink_1TB_S6": ("nvme-consumer", 1),
    "nvme-Samsung_SSD_970_EVO_Plus_500GB_S": ("nvme-consumer", 0.5),
    "ata-Samsung_SSD_860_EVO_250GB_S": ("sata-consumer", 0.25),
    "ata-Samsung_SSD_870_QVO_8TB_S": ("sata-consumer", 8),
    "ata-SAMSUNG_MZ7LH1T9HMLT-00005_S4": ("sata-server", 1.92),
    "ata-SAMSUNG_MZ7KH480HAHQ-00005_S": ("sata-server", 0.48),
    "ata-SAMSUNG_MZ7L33T8HBLT-00A07_S": ("sata-server", 3.84),
    "nvme-SAMSUNG_MZQL23T8HCLS-00A07_S": ("nvme-server", 3.84),
    "nvme-SAMSUNG_MZWLJ7T6HALA-00007_S": ("nvme-server", 7.68),
    "nvme-SAMSUNG_MZQLB960HAJR-00007_S": ("nvme-server", 0.96),
    "nvme-SAMSUNG_MZ1L2960HCJR-00A07_S": ("nvme-server", 0.96),
    "nvme-SAMSUNG_MZPLL1T6HEHP": ("nvme-server", 1.6),
    "nvme-INTEL_SSDPE21D480GA_P": ("optane", 0.48),
    "nvme-INTEL_SSDPE21K375GA_P": ("optane", 0.375),
    "nvme-INTEL_SSDPED1K375GA_P": ("optane", 0.375),
    "nvme-INTEL_SSDPE2KX040T8_B": ("nvme-server", 4.0),
    "nvme-INTEL_SSDPF2KX038TZ_B": ("nvme-server", 3.84),
    "nvme-INTEL_SSDPE2KE016T8_B": ("nvme-server", 1.6),
    "ata-INTEL_SSDSC2BB480G4_B": ("sata-server", 0.48),
    "ata-INTEL_SSDSC2KB019T8_B": ("sata-server", 1.92),
    "ata-INTEL_SSDSC2BA400G3_B": ("sata-server", 0.4),
    "nvme-SOLIDIGM_SSDPF2NV307TZ_B": ("nvme-server", 30.72),
    "nvme-SOLIDIGM_SSDPF2NV614TZ_B": ("nvme-server", 61.44),
    "nvme-SOLIDIGM_SBFPF2BU307T": ("nvme-server", 30.72),
    "nvme-SOLIDIGM_SBFPF2BU153T": ("nvme-server", 15.36),
    "nvme-SOLIDIGM_SBFPF2BV0P12": ("nvme", 0),
    "nvme-INTEL_SSDPE2KE064T8_B": ("nvme-server", 6.4),
    "nvme-INTEL_SSDPEL1K100GA_P": ("optane", 0.1),
    "nvme-SAMSUNG_MZWLJ15THALA-00007_S": ("nvme-server", 15.36),
    "nvme-Micron_7450_MTFDKCC15T3TFR_1": ("nvme-server", 15.36),
    "nvme-Micron_7450_MTFDKCC7T6TFR_1": ("nvme-server", 7.68),
    "ata-Micron_5300_MTFDDAK1T9TDS_2": ("sata-server", 1.92),
    "ata-Micron_5300_MTFDDAK960TDS_2": ("sata-server", 0.96),
    "nvme-Micron_9300_MTFDHAL3T8TDP_1": ("nvme-server", 3.84),
    "nvme-Micron_7400_MTFDKBG3T8TDZ": ("nvme-server", 3.84),
    "nvme-Micron_7300_MTFDHBE1T9TDF": ("nvme-server", 1.92),
    "ata-CT1000MX500SSD1_1": ("sata-consumer", 1),
    "ata-CT500BX100SSD1": ("sata-consumer", 0.5),
    "ata-WDC_WD4003FRYZ-01F0DB0_V": ("disk", 4),
    "nvme0n1": ("nvme", 0),
    "nda0": ("nvme", 0),
    "da12": ("sd", 0),
    "c0t0d0s0": ("sd", 0),
    "gptid/1b5f0f5c-aaaa-11eb-b1ad-000000000001": ("", 0),
    "wwn-0x5000c500a1b2c3d4-part1": ("", 0),
}


@pytest.mark.parametrize("name", NAMES)
def test_a_name_says_kind_and_capacity(name):
    kind, capacity = NAMES[name]
    found = disk_of(f"/dev/disk/by-id/{name}")
    assert (found.kind, found.capacity) == (kind, round(capacity * TB))


def test_each_model_has_a_source():
    assert all(", " in source for *_, source in MODELS)
