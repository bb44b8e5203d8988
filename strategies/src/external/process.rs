//! A process in a process group of its own that gets and gives lines. Nothing here waits longer than it is told, and a
//! process that is dropped is killed with all its group, and reaped.

use super::log::Log;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::ioctl_fionbio;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use std::collections::BTreeSet;
use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::process::CommandExt as _;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A longer line is no answer.
const LONGEST_LINE: usize = 1 << 16;

/// How often to look whether the process has ended while its pipes stay open: another one may hold them.
const LOOK: Duration = Duration::from_millis(50);

/// How long a process may take to end after its output was closed; one that lives on has hung up.
const DYING: Duration = Duration::from_millis(200);

/// The processes that run, by their numbers.
static RUNNING: Mutex<BTreeSet<i32>> = Mutex::new(BTreeSet::new());

/// Kills the processes of all external bots, with their groups: for a program that is about to end without an end to what it
/// does.
pub fn kill_all() {
    running().iter().filter_map(|&pid| Pid::from_raw(pid)).for_each(kill_group);
}

fn running() -> MutexGuard<'static, BTreeSet<i32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

fn kill_group(leader: Pid) {
    // It fails where nobody is left.
    let _ = kill_process_group(leader, Signal::KILL);
}

/// Why there is no line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Broken {
    /// The process has ended.
    Ended,
    /// The process lives, but has closed its input or output.
    HungUp,
    /// Time is up.
    Silent,
    /// The line does not end.
    Endless,
}

/// A running process.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: ChildStdout,
    stderr: Option<ChildStderr>,
    /// What is to be written and found no room in the pipe.
    unwritten: Vec<u8>,
    /// What was read and is no whole line yet, or not asked for.
    unread: Vec<u8>,
    log: Arc<Log>,
}

impl Process {
    /// Starts a program with its arguments.
    pub(super) fn start(words: &[String], log: Arc<Log>) -> io::Result<Process> {
        let (program, arguments) = words.split_first().ok_or(ErrorKind::InvalidInput)?;
        let mut command = Command::new(program);
        command.args(arguments).process_group(0);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        running().insert(child.id() as i32);
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else { unreachable!("all three are piped") };
        let process = Process {
            child,
            stdin: Some(stdin),
            stdout,
            stderr: Some(stderr),
            unwritten: Vec::new(),
            unread: Vec::new(),
            log,
        };
        ioctl_fionbio(&process.stdout, true)?;
        process.stdin.iter().try_for_each(|pipe| ioctl_fionbio(pipe, true))?;
        process.stderr.iter().try_for_each(|pipe| ioctl_fionbio(pipe, true))?;
        Ok(process)
    }

    /// Writes `output` and waits for a line. What the process writes to its standard error meanwhile goes to the log.
    pub(super) fn exchange(&mut self, output: &[u8], until: Instant) -> Result<Vec<u8>, Broken> {
        self.unwritten.extend_from_slice(output);
        self.write()?;
        loop {
            if let Some(line) = self.take_line() {
                return Ok(line);
            }
            if self.unread.len() > LONGEST_LINE {
                return Err(Broken::Endless);
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Broken::Silent);
            }
            let [readable, errors, writable] = self.wait(left.min(LOOK));
            if errors {
                self.drain_errors();
            }
            if writable {
                self.write()?;
            }
            // What it wrote before it ended still counts.
            let ended = !readable && self.has_ended();
            if readable || ended {
                let more = self.read()?;
                if ended && !more {
                    return Err(Broken::Ended);
                }
            }
        }
    }

    /// Whether the process has not read what it was sent.
    pub(super) fn is_behind(&self) -> bool {
        !self.unwritten.is_empty()
    }

    /// Waits until output or standard error can be read, or, where something is to be written, input written.
    fn wait(&self, time: Duration) -> [bool; 3] {
        let wanted = self.is_behind();
        let mut polled = vec![PollFd::new(&self.stdout, PollFlags::IN)];
        polled.extend(self.stderr.as_ref().map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        polled.extend(self.stdin.as_ref().filter(|_| wanted).map(|pipe| PollFd::new(pipe, PollFlags::OUT)));
        let time = Timespec { tv_sec: time.as_secs() as i64, tv_nsec: i64::from(time.subsec_nanos()) };
        // An interrupted wait is one in which nothing happened.
        let _ = poll(&mut polled, Some(&time));
        let mut ready = polled.iter().map(|polled| !polled.revents().is_empty());
        let mut next = |there: bool| there && ready.next().unwrap_or_default();
        [next(true), next(self.stderr.is_some()), next(wanted)]
    }

    /// Writes as much as there is room for.
    fn write(&mut self) -> Result<(), Broken> {
        while self.is_behind() {
            let Some(stdin) = &mut self.stdin else { return Err(Broken::HungUp) };
            match stdin.write(&self.unwritten) {
                Ok(written) => drop(self.unwritten.drain(..written)),
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => return Err(self.gone()),
            }
        }
        Ok(())
    }

    /// Reads what waits; `false` where nothing does.
    fn read(&mut self) -> Result<bool, Broken> {
        let mut buffer = [0; 4096];
        match self.stdout.read(&mut buffer) {
            Ok(0) => Err(self.gone()),
            Ok(count) => {
                self.unread.extend_from_slice(&buffer[..count]);
                Ok(true)
            }
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => Ok(false),
            Err(_) => Err(self.gone()),
        }
    }

    fn take_line(&mut self) -> Option<Vec<u8>> {
        let end = self.unread.iter().position(|&byte| byte == b'\n')?;
        let rest = self.unread.split_off(end + 1);
        Some(std::mem::replace(&mut self.unread, rest))
    }

    /// Passes on what waits on standard error.
    fn drain_errors(&mut self) {
        let mut buffer = [0; 4096];
        // A process that writes without a pause must not keep its reader here.
        for _ in 0..16 {
            let Some(stderr) = &mut self.stderr else { return };
            match stderr.read(&mut buffer) {
                Ok(0) => self.stderr = None,
                Ok(count) => self.log.write(&buffer[..count]),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                Err(_) => self.stderr = None,
            }
        }
    }

    fn pid(&self) -> Option<Pid> {
        Pid::from_raw(self.child.id() as i32)
    }

    /// Whether the process has ended. It is not reaped: as long as it is there, its number is no other's, and its group
    /// can be killed.
    fn has_ended(&self) -> bool {
        let Some(pid) = self.pid() else { return true };
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        matches!(waitid(WaitId::Pid(pid), options), Ok(Some(_)))
    }

    /// What became of a process whose pipe is closed.
    fn gone(&mut self) -> Broken {
        if self.ends_until(Instant::now() + DYING) { Broken::Ended } else { Broken::HungUp }
    }

    /// Asks the process to end: a last line, and the end of its input.
    pub(super) fn ask_to_end(&mut self, line: &[u8]) {
        if let Some(mut stdin) = self.stdin.take() {
            let _ = stdin.write(line);
        }
    }

    /// Waits for the process to end by itself.
    pub(super) fn ends_until(&mut self, until: Instant) -> bool {
        loop {
            if self.has_ended() {
                return true;
            }
            if Instant::now() >= until {
                return false;
            }
            // Nobody may wait for room in a pipe.
            self.drain_errors();
            let _ = self.stdout.read(&mut [0; 4096]);
            sleep(Duration::from_millis(1));
        }
    }

    /// Ends the process and its group, now, and says how it ended.
    pub(super) fn end(mut self) -> String {
        self.kill()
    }

    fn kill(&mut self) -> String {
        // Also where the process itself has ended: others of its group may live on. Once it is reaped its number may be another's.
        self.pid().into_iter().for_each(kill_group);
        running().remove(&(self.child.id() as i32));
        let status = self.child.wait().map_or_else(|error| error.to_string(), |status| status.to_string());
        self.drain_errors();
        status
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}
