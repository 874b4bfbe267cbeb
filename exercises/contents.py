"""List the exercises of each page in reading order."""

from functools import cache
from pathlib import Path

from exercises.kit.exercise import Exercise, read

QUESTIONS = Path(__file__).parent / "questions"  # contains a folder CHAPTER/NAME/ for each exercise

CHAPTERS: dict[str, list[str]] = {
    "seeing-latency": [
        "a_page_of_many_reads",
        "what_drew_this_map",
        "percentile_of_an_hour",
        "a_map_without_outliers",
    ],
    "disks": [
        "what_the_data_sheet_leaves_out",
        "four_lines_of_iostat",
        "busy_and_outstanding",
        "the_nearest_read",
        "disks_for_a_read_load",
        "the_last_of_several_disks",
    ],
    "synchronous-writes": ["turns_of_a_transfer", "missed_revolution", "safe_messages_on_one_disk"],
    "intent-log": ["log_blocks", "change_at_the_line", "how_large_a_log", "after_the_failure"],
    "crowds": ["wait_in_a_crowd", "shared_commits", "three_quarters_idle", "a_log_for_a_promise"],
    "transaction-groups": [
        "what_the_reads_wait_for",
        "more_room_for_dirty_data",
        "start_after_the_crash",
        "one_line_for_all_writers",
        "groups_for_a_database",
    ],
    "memory": [
        "worth_of_the_last_hits",
        "what_the_misses_are",
        "a_cache_that_forgets",
        "target_of_recently_used",
    ],
    "flash": ["hours_of_the_feeder", "memory_for_the_headers", "what_to_buy_for_reads"],
    "deduplication": [
        "blocks_kept_once",
        "count_of_references",
        "a_file_system_is_removed",
        "what_zdb_says",
        "records_for_backups",
    ],
    "allocation": [
        "first_hole_best_hole",
        "weight_of_a_slab",
        "how_long_are_holes",
        "where_the_stairs_end",
        "room_to_write",
    ],
    "lun-alignment": [
        "loss_of_a_database",
        "blocks_under_a_request",
        "backup_over_a_backup",
        "reads_that_nobody_asked_for",
        "block_and_start",
    ],
    "queues-resilvering": [
        "deeper_under_the_throttle",
        "order_of_the_queue",
        "days_from_iostat",
        "which_change_helps",
        "resilver_bound",
        "safe_by_tomorrow",
    ],
    "head-node": ["worth_of_a_clock", "full_in_one_direction", "three_heads_four_offers"],
    "streaming": [
        "the_limit_wanders",
        "who_is_full",
        "two_bytes_and_the_rest",
        "a_server_for_the_studio",
    ],
    "iscsi": [
        "less_data_and_more",
        "what_all_share",
        "the_card_that_waits",
        "a_database_on_two_luns",
    ],
    "sizing": [
        "the_padding_rule",
        "predict_the_pool",
        "choose_the_pool",
        "find_the_fault_in_a_quote",
    ],
    "benchmarks": ["a_fifth_system"],
    "the-hunt": ["rates_from_kstat", "one_listing_names_it", "any_of_twelve"],
}


def folder(chapter: str, name: str) -> Path:
    """Return the folder of an exercise."""
    return QUESTIONS / chapter.replace("-", "_") / name


def ids() -> list[str]:
    """Return the ids of all exercises in reading order."""
    return [name.replace("_", "-") for names in CHAPTERS.values() for name in names]


@cache
def get(id: str) -> Exercise:
    """Return the exercise with this id. Raise KeyError with a line that lists all ids if there is
    none, and NotAnExercise if its folder is not valid."""
    for chapter, names in CHAPTERS.items():
        if id.replace("-", "_") in names and "_" not in id:
            return read(folder(chapter, id.replace("-", "_")), chapter)
    raise KeyError(f"there is no exercise {id!r}; there are: {', '.join(ids())}")


def exercises() -> list[Exercise]:
    """Return all exercises in reading order. Raise NotAnExercise at the first folder that is not
    valid."""
    return [get(id) for id in ids()]
